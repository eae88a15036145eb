"""Text to token ids and back: the checkpoint's own tokenizer and chat template. Engine thread only; imports
no torch.

What a user types is never read as a control token: only the template's own text is searched for them.
"""

from __future__ import annotations

import codecs
import json
import stat
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer as RawTokenizer

from engine.api import Role, Turn
from engine.chat_template import ChatTemplate, Guard, alternatives, read_template
from engine.config import is_lfs_pointer, read_json
from engine.errors import TokenizerError

TOKENIZER_FILE = "tokenizer.json"
MAX_TOKENIZER_BYTES = 256 * 1024 * 1024
TEMPLATE_TOKENS = ("bos_token", "eos_token", "pad_token", "unk_token")
"""Names from tokenizer_config.json that templates use."""


Recall = Callable[[str], Sequence[int] | None]
"""The ids that the model said a text in, where it did."""


def nothing_recalled(_text: str) -> None:
    """No answer is known by its ids."""


class Tokenizer:
    """Byte-level BPE as tokenizer.json describes it, with the chat template beside it."""

    def __init__(
        self,
        raw: RawTokenizer,
        special_ids: frozenset[int],
        template: ChatTemplate | None,
        eos_token_ids: frozenset[int],
    ) -> None:
        """`raw` must spell out every added token; those in `special_ids` never show in decoded text."""
        self.raw = raw
        self.special_ids = special_ids
        self.template = template
        self.eos_token_ids = eos_token_ids
        self.added = {token.content: token_id for token_id, token in raw.get_added_tokens_decoder().items()}
        self.controls = frozenset(text for text, token_id in self.added.items() if token_id in special_ids)
        self.added_pattern = alternatives(self.added)

    @classmethod
    def load(cls, model_dir: Path) -> Tokenizer:
        """Read tokenizer.json, its settings and the chat template. Raises: TokenizerError, ConfigError."""
        raw, special_ids = _read_raw(model_dir / TOKENIZER_FILE)
        settings: dict[str, Any] = {}
        if (model_dir / "tokenizer_config.json").is_file():
            settings = read_json(model_dir / "tokenizer_config.json")
        named = {key: _token_text(settings.get(key)) for key in TEMPLATE_TOKENS}
        variables = {key: text for key, text in named.items() if text is not None}
        source = read_template(model_dir, settings)
        eos_id = raw.token_to_id(variables["eos_token"]) if "eos_token" in variables else None
        return cls(
            raw,
            special_ids,
            ChatTemplate(source, variables) if source is not None else None,
            frozenset() if eos_id is None else frozenset({eos_id}),
        )

    @property
    def vocab_size(self) -> int:
        """One more than the highest id."""
        return max(self.raw.get_vocab(with_added_tokens=True).values(), default=-1) + 1

    def encode(self, text: str) -> list[int]:
        """Ids of plain text: control tokens in it are spelled out, nothing is added or cut."""
        # A lone surrogate (from a clipboard or a file name) is no text; it becomes a question mark.
        sound = text.encode("utf-8", errors="replace").decode("utf-8")
        ids: list[int] = self.raw.encode(sound, add_special_tokens=False).ids
        return ids

    def decode(self, token_ids: Sequence[int]) -> str:
        """The whole text of `token_ids`, control tokens left out; broken UTF-8 becomes U+FFFD."""
        return b"".join(self.token_bytes(token_id) for token_id in token_ids).decode(
            "utf-8", errors="replace"
        )

    def token_bytes(self, token_id: int) -> bytes:
        """What one token adds to the text; nothing for control tokens and unknown ids."""
        if token_id in self.special_ids:
            return b""
        token = self.raw.id_to_token(token_id)
        if token is None:
            return b""
        try:
            return bytes(BYTE_OF_CHARACTER[character] for character in token)
        except KeyError:
            # An added token need not be spelled in the byte alphabet; its text then stands for itself.
            return token.encode("utf-8", errors="replace")

    def says(self, token_ids: Sequence[int], text: str) -> bool:
        """Whether a model may have said `text` with these tokens, up to a character that is only begun."""
        most = self.vocab_size
        if any(not 0 <= token_id < most or token_id in self.special_ids for token_id in token_ids):
            return False
        detokenizer = StreamingDetokenizer(self)
        return "".join(detokenizer.push(token_id) for token_id in token_ids) == text

    def encode_chat(
        self,
        turns: Sequence[Turn],
        prefix: str = "",
        prefix_ids: Sequence[int] = (),
        recall: Recall = nothing_recalled,
    ) -> list[int]:
        """Ids of a conversation up to where the assistant goes on after `prefix`. Raises: TokenizerError.

        `prefix_ids` are those that said `prefix`; without them it is split anew. So are the assistant's turns
        that `recall` does not know.
        Each picture is one image placeholder, as the template writes it.
        """
        if self.template is None:
            raise TokenizerError(
                "The model folder has no chat template, so Yomi cannot talk to it; choose an Instruct model.",
                "no chat_template.jinja, chat_template.json or tokenizer_config.json entry",
            )
        guard = Guard((self.template.source, prefix, *(turn.text for turn in turns)))
        messages = [_message(turn, self._hidden(turn, guard, recall)) for turn in turns]
        ids = self._encode_rendered(self.template.render(messages), guard)
        if prefix_ids:
            ids += prefix_ids
        elif prefix:
            # Apart from the prompt, since the model said it token by token after that.
            ids += self._encode_rendered(guard.hide(prefix, self._forbidden(Role.ASSISTANT)), guard)
        return ids

    def _hidden(self, turn: Turn, guard: Guard, recall: Recall) -> str:
        """A turn's text as it goes through the template."""
        ids = recall(turn.text) if turn.role is Role.ASSISTANT else None
        # A template may leave out what stands between added tokens, as between <think> and </think>.
        is_plain = self.added_pattern is None or not self.added_pattern.search(turn.text)
        if ids and is_plain and self.says(ids, turn.text):
            return guard.hide_ids(ids)
        return guard.hide(turn.text, self._forbidden(turn.role))

    def _forbidden(self, role: Role) -> Collection[str]:
        """Added tokens that `role` cannot have said: the assistant may say <think>, nobody a control."""
        return self.controls if role is Role.ASSISTANT else self.added.keys()

    def _encode_rendered(self, rendered: str, guard: Guard) -> list[int]:
        """Split the template's text at its added tokens; what lies between is plain text."""
        ids: list[int] = []
        position = 0
        for match in self.added_pattern.finditer(rendered) if self.added_pattern else ():
            ids += self._encode_plain(rendered[position : match.start()], guard)
            ids.append(self.added[match.group()])
            position = match.end()
        return ids + self._encode_plain(rendered[position:], guard)

    def _encode_plain(self, text: str, guard: Guard) -> list[int]:
        ids: list[int] = []
        for part in guard.parts(text):
            ids += self.encode(part) if isinstance(part, str) else part
        return ids


def _message(turn: Turn, text: str) -> dict[str, Any]:
    """One turn in the form that Qwen's templates take; pictures come before the text."""
    if not turn.images:
        return {"role": str(turn.role), "content": text}
    if turn.role is not Role.USER:
        raise TokenizerError(
            "Only a user's turn can hold pictures; start a new conversation.", str(turn.role)
        )
    parts: list[dict[str, str]] = [{"type": "image"} for _ in turn.images]
    return {"role": str(turn.role), "content": parts + ([{"type": "text", "text": text}] if text else [])}


def _read_raw(path: Path) -> tuple[RawTokenizer, frozenset[int]]:
    """The tokenizer, made to spell out every added token, and the ids of the control tokens.

    Raises: TokenizerError.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            # To open a pipe waits for someone to write into it: for ever.
            raise TokenizerError(f"{path.name} is not a file; download the model again.", str(path))
        if status.st_size > MAX_TOKENIZER_BYTES:
            raise TokenizerError(f"{path.name} is far too large; download the model again.", str(path))
        data = path.read_bytes()
    except FileNotFoundError:
        raise TokenizerError(
            f"The model folder has no {path.name}; download the model again.", str(path)
        ) from None
    except OSError as error:
        raise TokenizerError(f"{path.name} cannot be read; check its permissions.", str(error)) from None
    if is_lfs_pointer(data):
        raise TokenizerError(
            f"{path.name} is a Git LFS pointer, not the file itself; run `git lfs pull` in the model folder.",
            str(path),
        )
    try:
        document = json.loads(data)
        added = document["added_tokens"]
        controls = [str(token["content"]) for token in added if token["special"]]
        for token in added:
            # `encode_special_tokens` spells out special tokens only; text must not spell any other added
            # token either.
            token["special"] = True
        raw: RawTokenizer = RawTokenizer.from_str(json.dumps(document))
    # The library raises plain Exception for whatever it cannot parse.
    except Exception as error:  # noqa: BLE001
        raise TokenizerError(f"{path.name} is damaged; download the model again.", str(error)[:500]) from None
    decoder = document.get("decoder")
    if not isinstance(decoder, dict) or decoder.get("type") != "ByteLevel":
        raise TokenizerError(
            "This model's tokenizer is not byte-level, which Yomi needs; choose a Qwen3-VL model.",
            f"decoder={decoder!r}"[:500],
        )
    raw.encode_special_tokens = True
    raw.no_truncation()
    raw.no_padding()
    # By content: the library renumbers added tokens whose ids leave a gap.
    ids = [raw.token_to_id(content) for content in controls]
    return raw, frozenset(token_id for token_id in ids if token_id is not None)


def _token_text(value: Any) -> str | None:
    """A token in tokenizer_config.json is its text, or an object with the text as content."""
    if isinstance(value, dict):
        value = value.get("content")
    return value if isinstance(value, str) else None


def _byte_alphabet() -> dict[str, int]:
    """GPT-2's alphabet: printable bytes stand for themselves, the others for characters from U+0100 on."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    alphabet = {chr(byte): byte for byte in printable}
    others = [byte for byte in range(256) if byte not in printable]
    alphabet.update({chr(0x100 + index): byte for index, byte in enumerate(others)})
    return alphabet


BYTE_OF_CHARACTER = _byte_alphabet()


class StreamingDetokenizer:
    """Text as it becomes certain: never half a character, and all pieces together are the full decode.

    Constant time a token; holds back at most 3 bytes.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def push(self, token_id: int) -> str:
        """The text that this token completes, often empty."""
        return self.decoder.decode(self.tokenizer.token_bytes(token_id))

    def finish(self) -> str:
        """What was held back, as U+FFFD."""
        return self.decoder.decode(b"", final=True)
