"""Words and phrases that tell the kind of a fragment: of its headings, and of its sentences one by one."""

from __future__ import annotations

import re
from typing import Final

_I: Final = re.IGNORECASE

_HEADINGS: Final = {
    "what is": r"^(?:\d[\d.]*\s*)?what (?:is|are)\b|\b(?:definitions?|overview|introduction|about|glossary|basics)\b",
    "why": r"\b(?:why|motivation|intuition|ideas?|background|philosophy|history|rationale|trade-?offs?|principles?)\b",
    "example": r"\b(?:examples?|sample|demo|case study|patterns?)\b",
    "formal": r"\b(?:theorem|proof|lemma|formula|equation|complexity|derivation|deriving|math\w*|model)\b",
    "notes": r"^notes?$",
    "advice": r"\b(?:use cases?|applications?|when to|tips|best practices?|performance|recommend\w*|pitfalls?|"
    r"gotchas?|caveats|avoid)\b",
    "how": r"\bhow (?:to|do|can)\b|\b(?:steps?|install\w*|set-?up|tutorial|contribut\w+|deploy\w*|upgrad\w+|care)\b",
    "reference": r"\b(?:reference|api|options?|parameters?|arguments?|attributes?|returns?|raises|charts?|yields|"
    r"processors)\b",
    "changes": r"\b(?:releases?|changelog|fixed|added|changed|deprecated|removed|version)\b|\d+\.\d+\.\d+",
    "terms": r"\b(?:size|contact|hours|prices?|payment|shipping|returns|exchanges|refunds?|delivery|policy|"
    r"responsibilit\w+)\b",
    "links": r"\b(?:references|see also|licen[cs]e\w*|credits?|authors?|contents|sponsor\w*|thank\w*|links?|"
    r"resources|support)\b",
    "third party": r"\b(?:third party|plugins?|frameworks|integrations?)\b",
    "code name": r"[a-z]_[a-z]|[a-z][A-Z]|\(\)|^\.",
    "question": r"\?\s*$",
    "imperative": r"^(?:\d[\d.]*\s*)?(?:use|avoid|keep|make|add|run|set|choose|create|write|read\w*|test\w*|us\w+)\b",
}  # fmt: skip
_VERBS: Final = (
    "add agree answer apply ask assign avoid build call change check choose clear click clone close configure "
    "confirm consider convert copy create decide define delete deploy do don't dry edit enable enforce ensure "
    "enter execute explain export fetch fill find follow generate get give go have help implement import include "
    "inform inherit insert install instruct invoke iron keep let list load log look make measure mind move name "
    "navigate note offer open pass paste pick place please press pull push put read record refer refuse reload "
    "remember remove rename replace restart return run save see select send set share shard show sign split start "
    "stop store submit supply take tell test treat try turn type unpack update upgrade upload use validate verify "
    "visit wait wash wipe wrap write"
).split()
_SENTENCES: Final = {
    "is a": r"^(?:\S{1,60} ){1,7}?(?:is|are) (?:an?|the|one of|simply|just|used|meant)\b",
    "means": r"\b(?:(?:is|are) (?:defined as|called)|refers? to|means that|known as|such that|consists? of|"
    r"stands? for)\b",
    "offers": r"^(?:\S{1,60} ){1,5}?(?:includes?|offers?|provides?|comes with|supports?|allows?|lets|ships|gives)\b",
    "does": r"^(?:returns?|adds?|computes?|checks?|finds?|creates?|generates?|draws?|takes|yields?|iterates?|"
    r"used to)\b",
    "blurb": r"^(?:an? )?(?:\w+ )?(?:simple|easy|small|serverless|alternative|lightweight|modern|middleware|adapter)\b|"
    r"\b(?:library|framework|package|plugin|adapter|toolkit|integration|tool|panel|middleware) (?:for|to|that|of|"
    r"which)\b",
    "because": r"\b(?:because|since|hence|thus|so that|(?:that'?s|this is|which is) why|the reason|as a result|"
    r"leads to|"
    r"therefore|due to|otherwise|in order to)\b",
    "idea": r"\b(?:think of|in other words|intuitively|the (?:basic |key |main )?idea|imagine|believe|"
    r"philosoph\w+|the point|"
    r"the (?:main |second )?problem|the issue|goal|purpose|decision|originally|surprising\w*|wonder|trade-?off|"
    r"price|makes? sense)\b",
    "contrast": r"\b(?:however|although|though|instead|unfortunately|whereas|rather than|while|even if|but)\b",
    "opinion": r"\b(?:elegant|great|powerful|awesome|ugly|annoying|nice|poor|easier|harder|faster|slower|cleaner|"
    r"better|worse|simply|"
    r"pleasant|tedious|confus\w+|convenien\w+|ridiculous\w*|well-behaved)\b",
    "we": r"\b(?:we|we've|we're|we'll|our|us)\b",
    "past": r"\b(?:was|were|had|did|came|led|started|added in|introduced)\b|\bin (?:\w+ )?(?:19|20)\d\d\b",
    "shows": r"\b(?:for example|for instance|e\.g\.|as an example|suppose|let'?s|here(?:'s| is| are)|like this|"
    r"as follows|assume)\b|[:：]$",
    "result": r"\b(?:this gives|will (?:give|print|output|produce|look)|the output|now,|as shown|you'?ll see|"
    r"result(?:s|ing)? in)\b",
    "math": r"\$[^$\n]{2,}\$|\\(?:frac|sum|int|begin|mathbb|log|operatorname|sqrt|math)\b|:math:|\.\. math|[∑∫∀∃≤≥∝]",
    "display": r"\$\$|\\begin\{|\.\. math|\\frac|\\sum",
    "complexity": r"\bO\(|\b(?:polynomial|np-hard|time complexity|running time)\b|\bapproximation (?:factor|"
    r"ratio)|\bruntime of\b",
    "logic": r"\b(?:if and only if|iff|theorem|lemma|proof|for (?:all|each|every) \$|satisf\w+|condition|"
    r"denotes?)\b|^where \$",
    "use": r"\b(?:useful|use cases?|you (?:might|may) want|in practice|suitable|worth|good for|helpful|handy|"
    r"in most cases|usually)\b",
    "advice": r"\b(?:recommend\w*|should(?:n'?t| not)?|avoid|prefer\w*|best|discourage\w*|good (?:idea|practice|"
    r"thing)|careful|"
    r"caution|never|stick (?:to|with)|keep in mind|conscious)\b",
    "if you": r"^(?:\w+, )?(?:if|when|unless) you(?:'\w+)?\b|\bif you(?:'d)? (?:want|need|like|use|prefer)\b",
    "sometimes": r"\b(?:sometimes|in some cases|in (?:those|rare) cases|often|one use case|for (?:those|this|"
    r"that) (?:use )?cases?)\b",
    "order": r"^(?:first|then|next|finally|now|once|after(?:wards)?|start by|step \d|lastly)\b",
    "imperative": r"^(?:(?:then|next|now|first|finally|also|please|and|simply|just|optionally)[, ]+)*(?:"
    + "|".join(_VERBS) + r")\b",
    "to do": r"^to \w+[^.:\n]{2,90}?(?:, (?:you|run|use|add|we|it)|you (?:can|need|will|have)|:$)",
    "must": r"\b(?:you(?:'ll| will)? (?:need|have) to|must|make sure|be sure|has to|have to|need to)\b",
    "can": r"\byou can\b|\bcan be\b|\bmay be\b|\byou may\b|\bis possible\b",
    "default": r"\b(?:defaults? to|default[:=]|by default|the default|optional|required|accepts?|raises?|only|"
    r"if (?:not|none|true|unset)|"
    r"will (?:be|not)|signature|ignored|supported)\b",
    "member": r"\b(?:argument|parameter|attribute|method|property|keyword|option|setting|field|variable|exception|"
    r"instance)s?\b",
    "typed": r"\b\w+ ?: ?(?:int|integer|float|str|string|bool|dict|list|node|graph|callable|iterable|function|"
    r"networkx graph|"
    r"lists?|set|container|numpy)\b|\(default|, optional\b",
    "amount": r"[₹$€£]\s?\d|\b\d+ (?:\w+ )?(?:days?|months?|hours?|inches|cm|percent|tokens|working)\b",
    "change": r"#\d{3,}|\b(?:bump|deprecat\w+|drop\w*|releas\w+)\b",
    "pointer": r"\b(?:see also|see the|see \{|see our|more (?:information|details)|refer to|check out|read the|"
    r"have a look|head over|"
    r"in this (?:section|chapter|guide)|following (?:chapters?|sections?|steps)|below|next chapter|documentation|"
    r"tutorial)\b",
    "directive": r"^:\w[\w-]*:|:maxdepth:|:caption:",
    "thanks": r"\b(?:thank\w*|sponsor\w*|licen[sc]e[sd]?|copyright|contribut\w+|donat\w+|maintained by|warrant\w+|"
    r"trademarks?|welcome)\b",
    "citation": r"\bdoi\b|\bpp?\.\s?\d|\bet al\b|\b(?:19|20)\d\d\)|\bvol\.|^\W*\[\d+\] [A-Z]",
    "algorithm": r"\b(?:algorithm|implementation|procedure|recursive\w*|iterat\w+|greed\w+|heuristic)\b",
    "limit": r"\b(?:does not|do not|doesn't|don't|cannot|can't|not (?:be|support\w*)|no longer|currently|limit\w*|"
    r"until|within|unless)\b",
    "yes no": r"^(?:yes|no)\b[.,]",
    "question": r"\?$",
}  # fmt: skip
HEADING_CUES: Final = tuple(
    (name, re.compile(pattern, 0 if name == "code name" else _I)) for name, pattern in _HEADINGS.items()
)
"""(name, pattern) for one heading."""
SENTENCE_CUES: Final = tuple((name, re.compile(pattern, _I)) for name, pattern in _SENTENCES.items())
"""(name, pattern) for one sentence."""
