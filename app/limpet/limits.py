"""
Every cap of limpet, with its unit and the rule by which things leave when it is reached.

One frozen dataclass, so that a test can shrink a cap and the memory panel can show them all.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from limpet.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Limits:
    """
    Caps of one chat.

    Attributes:
        session_turns: Turns in session memory; the least important unprotected one is evicted.
        protected_turns: Newest turns that are never evicted, and whose answers stay whole.
        gist_chars: Characters of an answer older than the protected turns; the rest is gone.
        engagement_turns: Messages that the trend looks back on; the oldest leaves.
        entities: Entities with a weight; the weakest leaves.
        entity_floor: Weight (0..1) under which an entity leaves.
        exposures: Fragments whose showings are counted; the one shown longest ago leaves.
        query_vectors: Cached vectors of query texts; least recently used leaves.
        retrievals: Cached retrieval results; least recently used leaves.
        fragment_stems: Fragments whose stems are remembered; least recently used leaves.
        rendered_answers: Cached composed answers; least recently used leaves.
        mended_words: Words looked up for typos; least recently used leaves.
        cache_bytes: Bytes of each cache; least recently used leaves.
        slots: Confirmed filters; the one set longest ago leaves.
        barred_names: Goods that are barred by their names; the one barred longest ago leaves.
        list_records: Records of a list whose order is kept; of those behind them only the number is.
        list_ids_bytes: Bytes of the ids of these; as for ``list_records``.
        list_hits: Records that are looked for when a list may go on; the others are only counted.
        rolling_summary_chars: Characters of the rolling summary; made anew each turn.
        session_ttl_s: Seconds of silence after which a session has ended.
        message_chars: Characters of a message that are read; longer ones are refused.
        asking_chars: Characters of a message that tell whether it asks for goods or pages; the rest is not looked at.
        answer_chars: Characters of an answer that are kept; the rest is cut at a sentence.
        pending_turns: Evicted turns waiting for their block; they are consolidated when reached.
        block_turns: Turns of one block at most; a longer stretch is cut where the topic changes most.
        blocks: Blocks in one store and user; the oldest, least recalled ones are merged, then dropped.
        block_bytes: Bytes of one block; verbatim messages give way to gists.
        store_bytes: Bytes of one store and user; as for ``blocks``.
        block_age_s: Seconds after which a block may be dropped first when room is needed.
        block_metadata_bytes: Bytes of scoring metadata that stay in memory for one block.
        recall_depth: Blocks that one recall opens at most.
        users: Users whose consent, marks and scoring metadata are in memory at once; least recently used leaves.
        private_users: Users with a private chat at once; one more is refused, since that is written down nowhere.
        snapshot_bytes: Size of a snapshot that is read; larger ones are refused.
        snapshot_depth: Nesting of a snapshot that is read; deeper ones are refused.
        fragment_entities: Names kept of one fragment; the least mentioned are left out.
        sentence_chars: Characters of a sentence that are embedded; the rest is cut.
        document_bytes: Size of one document; larger ones are skipped with a reason.
        request_chars: Characters of one wire line; longer ones are refused.
        model_prompt_tokens: Tokens of a prompt for a language model, as estimated; older turns and further passages go.
        model_reply_chars: Characters of a language model's reply that are read; the rest is cut at a sentence.
        model_wait_s: Seconds that a language model may be silent before its first word; then it is given up.
        model_silence_s: The same between two words.
        model_total_s: Seconds that a whole reply may take.
    """

    session_turns: int = 30
    protected_turns: int = 5
    gist_chars: int = 120
    engagement_turns: int = 5
    entities: int = 64
    entity_floor: float = 0.05
    exposures: int = 512
    query_vectors: int = 256
    retrievals: int = 64
    fragment_stems: int = 96
    rendered_answers: int = 64
    mended_words: int = 256
    cache_bytes: int = 1_048_576
    slots: int = 32
    barred_names: int = 12
    list_records: int = 240
    list_ids_bytes: int = 4_000
    list_hits: int = 48
    rolling_summary_chars: int = 240
    session_ttl_s: float = 3600.0
    message_chars: int = 8_000
    asking_chars: int = 600
    answer_chars: int = 16_000
    pending_turns: int = 12
    block_turns: int = 24
    blocks: int = 10_000
    block_bytes: int = 65_536
    store_bytes: int = 64 * 1_048_576
    block_age_s: float = 3 * 365 * 86_400.0
    block_metadata_bytes: int = 800
    recall_depth: int = 10
    users: int = 64
    private_users: int = 10_000
    snapshot_bytes: int = 4 * 1_048_576
    snapshot_depth: int = 16
    fragment_entities: int = 8
    sentence_chars: int = 600
    document_bytes: int = 50 * 1_048_576
    request_chars: int = 64 * 1_048_576
    model_prompt_tokens: int = 3_000
    model_reply_chars: int = 16_000
    model_wait_s: float = 60.0
    model_silence_s: float = 30.0
    model_total_s: float = 300.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not value > 0:
                raise ConfigError("bad-cap", f"The cap {field.name} must be above zero; it is {value}.")
        if self.protected_turns > self.session_turns:
            raise ConfigError(
                "bad-cap",
                f"{self.protected_turns} protected turns do not fit into a session of {self.session_turns} turns.",
            )


DEFAULT_LIMITS: Final = Limits()
