"""An export as a page for a browser and as a Word document."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import BytesIO
from zipfile import ZipFile

import docx
import pytest
from PIL import Image

from app.correction import corrected
from app.domain import Attachment, MessageState
from app.export.formats import ExportFormat, exported
from app.export.page import to_html
from app.export.transcript import Words, one_answer, selected_text, whole_conversation
from app.export.word_blocks import add_markdown
from app.export.word_document import to_docx
from tests.helpers.transcripts import CONVERSATION, TEXT, formatted, png, reading

WORDS = Words(language="de", states={MessageState.CUT_OFF: "Abgeschnitten"})
WHOLE = whole_conversation(CONVERSATION, (*reading(), *formatted()))


def picture(_attachment: Attachment, side_px: int) -> bytes:
    return png(min(side_px, 2000), 20)


def gone(_attachment: Attachment, _side_px: int) -> bytes:
    raise OSError("the file is gone")


class Page(HTMLParser):
    """What a page holds, and all that it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "br":
            self.text += "\n"
        for name, value in attrs:
            if name in ("src", "srcset", "data", "poster", "background", "action"):
                self.loads.append(value or "")
            if name == "href":
                (self.links if tag == "a" else self.loads).append(value or "")
            assert not name.startswith("on")

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_page_holds_its_pictures_and_loads_nothing() -> None:
    source = to_html(WHOLE, WORDS, picture, "0.1.0")
    page = Page(source)
    assert page.loads
    assert all(load.startswith("data:image/png;base64,") for load in page.loads)
    assert not {"script", "iframe", "link", "object", "embed", "base"} & set(page.tags)
    assert "url(" not in source
    assert "@import" not in source
    assert "default-src 'none'" in source
    assert '<html lang="de">' in source


def test_a_page_shows_a_reading_as_it_is_and_an_answer_formatted() -> None:
    page = Page(to_html(WHOLE, WORDS, picture, "0.1.0"))
    assert "# 1 *Milk*  1.20\nTOTAL_1  <b>1.20</b>\n\n    Thank you & goodbye" in page.text
    assert "Receipt: *Café* <1>" in page.text
    assert "re<ceipt>.png" in page.text
    assert {"table", "strong", "em", "pre", "blockquote", "s"} <= set(page.tags)
    assert "https://example.org/x?a=1&b=2" in page.links
    assert "Abgeschnitten" in page.text
    assert "1,234 tokens" in page.text


def test_a_page_of_one_answer_shows_its_picture_but_no_headings() -> None:
    page = Page(to_html(one_answer(CONVERSATION, (*reading(), *formatted()), "m2"), WORDS, picture, ""))
    assert "h2" not in page.tags
    assert "img" in page.tags


def test_a_picture_that_is_gone_leaves_its_name() -> None:
    page = Page(to_html(WHOLE, WORDS, gone, "0.1.0"))
    assert page.loads == []
    assert "re<ceipt>.png" in page.text
    assert "Milk" in page.text


def test_a_word_document_has_headings_lists_tables_and_pictures_of_its_own() -> None:
    document = docx.Document(BytesIO(to_docx(WHOLE, WORDS, picture)))
    styles = [paragraph.style.name for paragraph in document.paragraphs if paragraph.style]
    assert {"Heading 1", "Heading 2", "Heading 4", "List Bullet", "List Bullet 2", "List Number"} <= set(
        styles
    )
    table = document.tables[0]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [["a", "b"], ["1", "2"]]
    assert table.rows[0].cells[0].paragraphs[0].runs[0].bold
    assert table.rows[1].cells[1].paragraphs[0].runs[0].font.strike
    text = "\n".join(paragraph.text for paragraph in document.paragraphs)
    assert "# 1 *Milk*  1.20\nTOTAL_1  <b>1.20</b>" in text
    assert 'print("x < 1")' in text
    assert "the page (https://example.org/x?a=1&b=2)" in text
    assert "a picture (https://example.org/p.png)" in text
    assert len(document.inline_shapes) == 1
    assert document.inline_shapes[0].width.inches == pytest.approx(6.0)
    assert document.core_properties.title == CONVERSATION.title


def test_a_word_document_loads_nothing_and_sets_arabic_from_right_to_left() -> None:
    with ZipFile(BytesIO(to_docx(WHOLE, WORDS, picture))) as file:
        parts = {name: file.read(name).decode("utf-8", "replace") for name in file.namelist()}
    assert not [name for name, part in parts.items() if 'TargetMode="External"' in part]
    paragraph = next(
        p for p in re.findall(r"<w:p>.*?</w:p>", parts["word/document.xml"], re.DOTALL) if "مرحبا" in p
    )
    assert "<w:bidi/>" in paragraph
    assert "<w:rtl/>" in paragraph


def test_a_head_of_empty_cells_is_no_row_of_a_table_of_a_document() -> None:
    document = docx.Document()
    add_markdown(document, "|  |  |\n| --- | --- |\n| Subtotal | 3.00 |\n| Total | 4.00 |\n")
    (table,) = document.tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Subtotal", "3.00"],
        ["Total", "4.00"],
    ]
    assert not any(run.bold for row in table.rows for run in row.cells[0].paragraphs[0].runs)


def test_what_xml_cannot_hold_does_not_break_a_document() -> None:
    talk = reading("before\x00\x0b\ud800after\r\nnext\x1b[0m")
    document = docx.Document(BytesIO(to_docx(one_answer(CONVERSATION, talk, "m2"), WORDS, picture)))
    text = "\n".join(paragraph.text for paragraph in document.paragraphs)
    assert "before\ufffd\ufffd\ufffdafter\nnext\ufffd[0m" in text


@pytest.mark.parametrize("format_", list(ExportFormat))
def test_every_format_holds_a_selection_and_nothing_around_it(format_: ExportFormat) -> None:
    piece = selected_text(CONVERSATION, reading(), "m2", "Thank you & goodbye")
    data = exported(piece, format_, WORDS, picture, "0.1.0")
    if format_ is ExportFormat.DOCX:
        text = "\n".join(paragraph.text for paragraph in docx.Document(BytesIO(data)).paragraphs)
    else:
        text = data.decode("utf-8").replace("&amp;", "&")
    assert "Thank you & goodbye" in text
    assert "TOTAL" not in text
    assert "TOTAL" in TEXT


def test_a_page_takes_a_photo_as_jpeg() -> None:
    def jpeg(_attachment: Attachment, _side_px: int) -> bytes:
        out = BytesIO()
        Image.new("RGB", (30, 20)).save(out, "JPEG")
        return out.getvalue()

    page = Page(to_html(WHOLE, WORDS, jpeg, "0.1.0"))
    assert page.loads[0].startswith("data:image/jpeg;base64,")
    assert len(docx.Document(BytesIO(to_docx(WHOLE, WORDS, jpeg))).inline_shapes) == 1


def test_a_page_does_not_say_that_the_model_wrote_what_a_reader_did() -> None:
    question, answer = reading()
    now = corrected(answer, answer.text + "\nby hand")
    words = Words(corrected="von Hand berichtigt")
    assert (
        "von Hand berichtigt"
        in Page(to_html(whole_conversation(CONVERSATION, (question, now)), words, gone, "")).text
    )
    assert (
        "von Hand"
        not in Page(to_html(whole_conversation(CONVERSATION, (question, answer)), words, gone, "")).text
    )
