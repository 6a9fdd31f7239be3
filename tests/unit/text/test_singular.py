"""Plurals of fields and files, and what only looks like one."""

import pytest

from limpet.text.singular import singular

PLURALS = (
    "classes:class addresses:address buses:bus dishes:dish boxes:box batches:batch glasses:glass quizzes:quiz"
    " categories:category studies:study activities:activity movies:movie cookies:cookie hoodies:hoodie ties:tie"
    " houses:house blouses:blouse courses:course causes:cause expenses:expense responses:response cases:case"
    " databases:database phrases:phrase uses:use excuses:excuse viruses:virus campuses:campus statuses:status"
    " shoes:shoe canoes:canoe potatoes:potato heroes:hero photos:photo caches:cache headaches:headache coaches:coach"
    " peaches:peach taxes:tax lenses:lens knives:knife shelves:shelf gloves:glove sleeves:sleeve olives:olive"
    " analyses:analysis menus:menu saris:sari prices:price images:image exercises:exercise employees:employee"
).split()


@pytest.mark.parametrize("pair", PLURALS)
def test_a_plural_has_its_singular(pair: str) -> None:
    plural, single = pair.split(":")
    assert singular(plural) == single


@pytest.mark.parametrize("word", "series species news dress status basis gas bus trousers size event".split())
def test_what_is_no_plural_stays(word: str) -> None:
    assert singular(word) == word
