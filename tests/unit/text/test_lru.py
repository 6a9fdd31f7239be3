"""The bounded cache."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limpet.errors import ConfigError
from limpet.text.lru import LruCache, cache_key


def cache(entries: int = 3, size_bytes: int = 100) -> LruCache[str, str]:
    return LruCache(entries, size_bytes, len)


def test_the_least_recently_used_entry_leaves_at_the_cap() -> None:
    lru = cache(entries=2)
    lru.put("a", "1")
    lru.put("b", "2")
    lru.get("a")
    lru.put("c", "3")
    assert ("a" in lru, "b" in lru, "c" in lru) == (True, False, True)


def test_heavy_values_push_out_as_many_as_they_need() -> None:
    lru = cache(entries=9, size_bytes=10)
    for name in "abc":
        lru.put(name, "x" * 3)
    lru.put("d", "x" * 8)
    assert (lru.size, lru.bytes) == (1, 8)


def test_a_value_heavier_than_the_cache_is_refused_and_its_older_self_is_gone() -> None:
    lru = cache(size_bytes=5)
    lru.put("a", "old")
    assert lru.put("a", "x" * 6) is False
    assert "a" not in lru
    assert lru.bytes == 0


def test_replacing_a_value_counts_its_bytes_once() -> None:
    lru = cache()
    lru.put("a", "xxxx")
    lru.put("a", "x")
    assert (lru.size, lru.bytes) == (1, 1)


def test_hits_and_misses_are_counted_and_survive_clearing() -> None:
    lru = cache()
    lru.put("a", "1")
    lru.get("a")
    lru.get("b")
    lru.clear()
    assert (lru.hits, lru.misses, lru.hit_share, lru.size, lru.bytes) == (1, 1, 0.5, 0, 0)


@pytest.mark.parametrize(("entries", "size_bytes"), [(0, 1), (1, 0), (-1, 5)])
def test_caps_must_be_above_zero(entries: int, size_bytes: int) -> None:
    with pytest.raises(ConfigError) as error:
        cache(entries, size_bytes)
    assert error.value.code == "bad-cap"


def test_keys_ignore_letter_case_spaces_and_ways_to_write_a_letter() -> None:
    assert cache_key(" Caf\u00e9\u00a0 OPEN?\n") == cache_key("cafe\u0301 open?")
    assert cache_key("open?") != cache_key("open")


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.text(max_size=12), st.booleans()), max_size=200))
def test_after_any_sequence_the_caps_hold_and_bytes_add_up(actions: list[tuple[str, str, bool]]) -> None:
    lru = cache(entries=4, size_bytes=20)
    for key, value, is_read in actions:
        if is_read:
            lru.get(key)
        else:
            lru.put(key, value)
        lru.check()
