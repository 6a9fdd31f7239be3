"""As much of transformers as shortterm-memory touches: words are tokens, a summary is a text's first forty."""

from typing import Any


class _Inputs:
    def __init__(self, text: str) -> None:
        self.input_ids = [text]

    def to(self, _device: str) -> "_Inputs":
        return self


class BartTokenizer:
    @classmethod
    def from_pretrained(cls, _name: str) -> "BartTokenizer":
        return cls()

    def __call__(self, text: str, **_options: Any) -> _Inputs:
        return _Inputs(text)

    def tokenize(self, text: str) -> list[str]:
        return text.split()

    def decode(self, text: str, **_options: Any) -> str:
        return text


class BartForConditionalGeneration:
    @classmethod
    def from_pretrained(cls, _name: str) -> "BartForConditionalGeneration":
        return cls()

    def to(self, _device: str) -> "BartForConditionalGeneration":
        return self

    def generate(self, input_ids: list[str], **_options: Any) -> list[str]:
        return [" ".join(input_ids[0].split()[:40])]
