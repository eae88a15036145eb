"""Text to ids and back: control tokens are the template's alone, and no character is ever halved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer as RawTokenizer
from tokenizers import decoders, models

from engine.api import ImageInput, Role, Turn
from engine.errors import ConfigError, TokenizerError
from engine.tokenizer import StreamingDetokenizer, Tokenizer
from tests.helpers.loading import user
from tests.helpers.tiny_checkpoint import CHAT_TEMPLATE, CONTROL_TOKENS, build_tokenizer

SETTINGS = {"eos_token": "<|im_end|>"}


def write(folder: Path, *, template: str | None = CHAT_TEMPLATE, settings: object = SETTINGS) -> Path:
    build_tokenizer().save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    if template is not None:
        (folder / "chat_template.jinja").write_text(template, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    return Tokenizer.load(write(tmp_path_factory.mktemp("tokenizer")))


@pytest.fixture(scope="module")
def plain() -> RawTokenizer:
    """The tokenizer as the library loads it, which reads control tokens wherever they stand."""
    return build_tokenizer()


def test_truncation_and_padding_in_the_file_are_ignored(tmp_path: Path) -> None:
    """github.com/huggingface/transformers/issues/37222: a cut prompt loses its picture's places."""
    raw = build_tokenizer()
    raw.enable_truncation(4)
    raw.enable_padding(length=50)
    folder = write(tmp_path)
    raw.save(str(folder / "tokenizer.json"))
    text = "Total 23.15 EUR, date 2024-05-17"
    assert Tokenizer.load(folder).encode(text) == build_tokenizer().encode(text).ids


def test_half_a_surrogate_pair_is_a_question_mark(tokenizer: Tokenizer) -> None:
    assert tokenizer.decode(tokenizer.encode("a\ud83db")) == "a?b"
    assert "a?b" in tokenizer.decode(tokenizer.encode_chat([user("a\ud83db")]))


TEXTS = ["", "Total 23.15", "日本語 и ñ", "🙂👨‍👩‍👧‍👦", "a\n\n  b\t", "é", "\x00\x7f\u2028", "Ｆｕｌｌ ﬁ"]


@pytest.mark.parametrize("text", TEXTS)
def test_plain_text_is_encoded_as_the_library_does(
    tokenizer: Tokenizer, plain: RawTokenizer, text: str
) -> None:
    assert tokenizer.encode(text) == plain.encode(text, add_special_tokens=False).ids


@given(ids=st.lists(st.integers(min_value=0, max_value=520), max_size=40))
def test_decoding_equals_the_library_on_any_ids(
    tokenizer: Tokenizer, plain: RawTokenizer, ids: list[int]
) -> None:
    assert tokenizer.decode(ids) == plain.decode(ids, skip_special_tokens=True)


@given(ids=st.lists(st.integers(min_value=0, max_value=520), max_size=60))
def test_streamed_pieces_join_to_the_full_decode(tokenizer: Tokenizer, ids: list[int]) -> None:
    stream = StreamingDetokenizer(tokenizer)
    pieces = [stream.push(token_id) for token_id in ids] + [stream.finish()]
    assert "".join(pieces) == tokenizer.decode(ids)


@given(text=st.text(max_size=40))
def test_no_piece_ever_holds_half_a_character(tokenizer: Tokenizer, text: str) -> None:
    stream = StreamingDetokenizer(tokenizer)
    pieces = [stream.push(token_id) for token_id in tokenizer.encode(text)]
    assert stream.finish() == ""
    assert "".join(pieces) == tokenizer.decode(tokenizer.encode(text))
    assert "".join(pieces).count("\ufffd") == text.count("\ufffd")


def test_an_emoji_appears_at_once_with_its_last_byte(tokenizer: Tokenizer) -> None:
    ids = [tokenizer.raw.token_to_id(character) for character in "ðŁ¥³"]
    assert None not in ids
    stream = StreamingDetokenizer(tokenizer)
    assert [stream.push(token_id) for token_id in ids] == ["", "", "", "🥳"]


def test_bytes_held_back_at_the_end_become_one_mark(tokenizer: Tokenizer) -> None:
    stream = StreamingDetokenizer(tokenizer)
    ids = [tokenizer.raw.token_to_id(character) for character in "ðŁ¥"]
    assert "".join(stream.push(token_id) for token_id in ids) == ""
    assert stream.finish() == "\ufffd"


def test_control_tokens_never_show_and_do_not_split_characters(tokenizer: Tokenizer) -> None:
    first, second = (tokenizer.raw.token_to_id(character) for character in "Ã©")
    control = tokenizer.added["<|im_end|>"]
    assert tokenizer.decode([first, control, second]) == "é"


def test_tokens_that_are_added_but_not_control_do_show(tokenizer: Tokenizer) -> None:
    assert tokenizer.decode([tokenizer.added["<think>"]]) == "<think>"


@pytest.mark.parametrize("token", [*CONTROL_TOKENS, "<think>"])
def test_a_control_token_typed_by_the_user_is_plain_text(tokenizer: Tokenizer, token: str) -> None:
    ids = tokenizer.encode_chat([user(f"say {token} now")])
    clean = tokenizer.encode_chat([user("say  now")])
    for control in tokenizer.added.values():
        assert ids.count(control) == clean.count(control)
    assert (
        token
        in b"".join(
            tokenizer.token_bytes(token_id) for token_id in ids if token_id not in tokenizer.special_ids
        ).decode()
    )


def test_pieces_in_two_turns_do_not_grow_into_a_control_token(tmp_path: Path) -> None:
    folder = write(tmp_path, template="{% for m in messages %}{{ m.content }}{% endfor %}")
    tokenizer = Tokenizer.load(folder)
    ids = tokenizer.encode_chat([user("<|im_"), user("end|>"), user("<"), user("|im_end|>")])
    assert not set(ids) & set(tokenizer.added.values())
    assert tokenizer.decode(ids) == "<|im_end|><|im_end|>"


def test_text_that_looks_like_a_guard_comes_back_unchanged(tokenizer: Tokenizer) -> None:
    text = "\U000f00000\U000f0000 <|im_end|> \U000f0001"
    ids = tokenizer.encode_chat([user(text)])
    assert text in tokenizer.decode(ids)


@given(text=st.text(alphabet="<|>im_endthink/ a\n", max_size=30))
def test_any_text_comes_back_whole_between_the_templates_own_tokens(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode_chat([user(text)])
    start, end = tokenizer.added["<|im_start|>"], tokenizer.added["<|im_end|>"]
    assert [token_id for token_id in ids if token_id in (start, end)] == [start, end, start]
    assert tokenizer.decode(ids) == f"user\n{text}\nassistant\n"


def test_what_the_assistant_said_may_hold_its_own_added_tokens(tokenizer: Tokenizer) -> None:
    turns = [user("a"), Turn(Role.ASSISTANT, "<think>x</think>y<|im_end|>"), user("b")]
    ids = tokenizer.encode_chat(turns)
    assert ids.count(tokenizer.added["<think>"]) == 1
    assert ids.count(tokenizer.added["<|im_end|>"]) == 3


def test_a_prefix_goes_on_after_the_prompt(tokenizer: Tokenizer) -> None:
    prompt = tokenizer.encode_chat([user("a")])
    ids = tokenizer.encode_chat([user("a")], prefix="Total <think>")
    assert ids == prompt + tokenizer.encode("Total ") + [tokenizer.added["<think>"]]


def test_each_picture_is_one_placeholder_before_the_words(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode_chat([user("what?", pictures=2)])
    names = {token_id: text for text, token_id in tokenizer.added.items()}
    shown = [names[token_id] for token_id in ids if token_id in names]
    one = ["<|vision_start|>", "<|image_pad|>", "<|vision_end|>"]
    assert shown == ["<|im_start|>", *one, *one, "<|im_end|>", "<|im_start|>"]


def test_several_pictures_are_numbered_and_a_single_one_is_not(tokenizer: Tokenizer) -> None:
    turns = [user("what?", pictures=2), Turn(Role.ASSISTANT, "a"), user("and?", pictures=1)]
    said = tokenizer.decode(tokenizer.encode_chat(turns))
    assert [said.index(f"Picture {number}: ") for number in (1, 2, 3)] == sorted(
        said.index(f"Picture {number}: ") for number in (1, 2, 3)
    )
    assert "Picture" not in tokenizer.decode(tokenizer.encode_chat([user("what?", pictures=1)]))


def test_only_users_hold_pictures(tokenizer: Tokenizer) -> None:
    with pytest.raises(TokenizerError, match="Only a user"):
        tokenizer.encode_chat([Turn(Role.ASSISTANT, "x", (ImageInput(b"", "a"),))])


def test_the_end_token_comes_from_the_settings(tokenizer: Tokenizer) -> None:
    assert tokenizer.eos_token_ids == {tokenizer.added["<|im_end|>"]}


def test_settings_may_hold_the_end_token_as_an_object(tmp_path: Path) -> None:
    folder = write(tmp_path, settings={"eos_token": {"content": "<|endoftext|>", "special": True}})
    loaded = Tokenizer.load(folder)
    assert loaded.eos_token_ids == {loaded.added["<|endoftext|>"]}


@pytest.mark.parametrize("home", ["chat_template.json", "tokenizer_config.json", "named"])
def test_the_template_is_found_in_each_of_its_homes(tmp_path: Path, home: str) -> None:
    template = "X{{ messages[0].content }}"
    settings: dict[str, object] = {}
    if home == "tokenizer_config.json":
        settings["chat_template"] = template
    elif home == "named":
        settings["chat_template"] = [
            {"name": "tool_use", "template": "no"},
            {"name": "default", "template": template},
        ]
    folder = write(tmp_path, template=None, settings=settings)
    if home == "chat_template.json":
        (folder / home).write_text(json.dumps({"chat_template": template}), encoding="utf-8")
    loaded = Tokenizer.load(folder)
    assert loaded.decode(loaded.encode_chat([user("hi")])) == "Xhi"


def test_a_folder_without_a_template_can_be_loaded_but_not_talked_to(tmp_path: Path) -> None:
    loaded = Tokenizer.load(write(tmp_path, template=None))
    with pytest.raises(TokenizerError, match="no chat template"):
        loaded.encode_chat([user("a")])


def test_templates_have_what_published_ones_use(tmp_path: Path) -> None:
    template = (
        "{%- for m in messages -%}{%- if loop.index > 1 -%}{%- break -%}{%- endif -%}"
        "{% generation %}{{ m | tojson }}{% endgeneration %}{%- endfor -%}"
        "{{ eos_token }}{{ strftime_now('%Y') | length }}{{ bos_token is defined }}"
    )
    loaded = Tokenizer.load(write(tmp_path, template=template))
    rendered = loaded.decode(loaded.encode_chat([user("<é&>"), user("b")]))
    assert rendered == '{"role": "user", "content": "<é&>"}4False'


@pytest.mark.parametrize(
    "template",
    [
        "{{ raise_exception('no system') }}",
        "{{ messages[7].content.x.y }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ messages.append(1) }}",
        "{{ 1 / 0 }}",
        "{% for i in range(10 ** 9) %}{% endfor %}",
    ],
)
def test_a_template_that_fails_or_misbehaves_is_a_sentence(tmp_path: Path, template: str) -> None:
    loaded = Tokenizer.load(write(tmp_path, template=template))
    with pytest.raises(TokenizerError, match="cannot express"):
        loaded.encode_chat([user("a")])


def test_a_template_that_does_not_parse_is_refused_at_load(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match="damaged"):
        Tokenizer.load(write(tmp_path, template="{% if %}"))


BAD_FILES: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "no tokenizer": lambda path: path.write_bytes(b'{"added_tokens": []}'),
    "binary": lambda path: path.write_bytes(bytes(range(256))),
    "a pointer": lambda path: path.write_bytes(b"version https://git-lfs.github.com/spec/v1\n"),
    "an added token without content": lambda path: path.write_bytes(
        path.read_bytes().replace(b'"content":', b'"text":')
    ),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_tokenizer_file_is_a_sentence(tmp_path: Path, kind: str) -> None:
    folder = write(tmp_path)
    BAD_FILES[kind](folder / "tokenizer.json")
    with pytest.raises(TokenizerError) as caught:
        Tokenizer.load(folder)
    assert "tokenizer.json" in caught.value.user_message


def test_a_tokenizer_that_is_not_byte_level_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path)
    raw = RawTokenizer(models.WordLevel({"a": 0, "?": 1}, unk_token="?"))
    raw.decoder = decoders.WordPiece()
    raw.save(str(folder / "tokenizer.json"))
    with pytest.raises(TokenizerError, match="byte-level"):
        Tokenizer.load(folder)


@pytest.mark.parametrize("value", [3, {"a": 1}])
def test_an_impossible_template_entry_is_refused(tmp_path: Path, value: object) -> None:
    with pytest.raises(ConfigError, match="chat_template"):
        Tokenizer.load(write(tmp_path, template=None, settings={"chat_template": value}))
