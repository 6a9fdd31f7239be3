"""An amount comes with what adds to it or bounds it; steps begin where they begin."""

from __future__ import annotations

from limpet.answer.discourse import without_dangling
from limpet.answer.fragments import units_of
from limpet.answer.one_matter import of_one_matter
from limpet.answer.selection import Scored
from limpet.answer.terms import with_terms
from limpet.retrieval.document import Document
from limpet.retrieval.splitting import split
from limpet.text.question_form import Asked
from limpet.text.tokens import stems

FINES = (
    "A late kite costs €2 a day. A torn kite costs €9. If a kite is more than 30 days late, it counts as lost. "
    "If a kite is wet, dry it.\n\nDragons need 5 more days to be sewn."
)


def units(text: str) -> list[Scored]:
    document = Document("k", "", text)
    return [Scored(unit, 0.5, 0) for unit in units_of(document, split(document)[0])]


def told(said: str, question: str, asked: Asked = "amount", shown: str = "") -> list[str]:
    scored = units(FINES)
    first = [one for one in scored if one.unit.plain.startswith(said)]
    return [one.unit.plain for one in with_terms(first, scored, asked, frozenset(stems(question)), shown)][1:]


def test_a_bound_of_what_is_asked_about_is_told_once() -> None:
    bound = "If a kite is more than 30 days late, it counts as lost."
    assert told("A late", "What does a late kite cost?") == [bound]
    assert told("A late", "What does a late kite cost?", shown=bound) == ["Dragons need 5 more days to be sewn."]
    assert told("A late", "Where is it?", "place") == []


def test_more_of_the_same_measure_is_told() -> None:
    assert told("A late", "How much?") == ["Dragons need 5 more days to be sewn."]
    assert told("A torn", "What do I pay for paper?") == []


LAMPS = """Lamps hang on a hook. Change the bulb like so:

```
bulb.change()
```

If you need another hook, you can bend one.

Bend it like this:

```
hook.bend()
```
"""


def test_steps_begin_behind_the_example_that_is_left_out() -> None:
    hangs, bulb, need, bend = units(LAMPS)
    best = Scored(bend.unit, 0.9, 0)
    assert of_one_matter([hangs, need, best], [hangs, bulb, need, best]) == [need, best]
    assert of_one_matter([hangs, bulb, need, best], [hangs, bulb, need, best]) == [hangs, bulb, need, best]
    named = Scored(hangs.unit, 0.5, 0, named_share=0.5)
    assert of_one_matter([named, best], [named, bulb, need, best]) == [named, best]


def test_a_lead_in_goes_behind_one_of_what_it_leads_in() -> None:
    lead, first, second = units("There are two ways:\n\nBy boat: `sail()`\n\nBy foot: `walk()`")
    assert without_dangling([lead, first, second]) == [lead, first, second]
    assert without_dangling([second, lead, first]) == [second, first]
