"""What the engine says to a user, as patterns to be recognised and said anew (see `app.views.spoken`).

tests/unit/test_engine_sentences.py reads the engine's sources and holds this complete. Any thread; data only.
"""

from __future__ import annotations

from app.views.language import QT_TRANSLATE_NOOP

ENGINE_PATTERNS = (
    # The model folder.
    QT_TRANSLATE_NOOP(
        "Spoken", "The model folder {path} does not exist; choose a folder that holds a model."
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The model folder has no {name}; choose the folder that holds config.json and the weights.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "The model folder has no {name}; download the model again."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The model folder has no chat template, so Yomi cannot talk to it; choose an Instruct model.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The model folder lacks {some} of {all} weight files; download the model again.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "{name} in the model folder is not a JSON object; download it again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} in the model folder is not valid JSON; download it again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} in the model folder is not a file; download it again."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} in the model folder is far too large to be what its name says; download the model again.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "{name} in the model folder cannot be read; check its permissions."),
    QT_TRANSLATE_NOOP("Spoken", "{name} in the model folder cannot be read; restore the file or delete it."),
    QT_TRANSLATE_NOOP("Spoken", "{name} in the model folder must hold a JSON object."),
    QT_TRANSLATE_NOOP("Spoken", "'{key}' in {name} must be of type {kind}."),
    QT_TRANSLATE_NOOP("Spoken", "'{key}' in {name} must be a JSON object."),
    QT_TRANSLATE_NOOP("Spoken", "'{key}' in {name} must be a positive whole number."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} has an impossible value for {key}; the model folder is damaged or of an unknown kind.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is a Git LFS pointer, not the file itself; run `git lfs pull` in the model folder.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is a Git LFS pointer, not the weights; run `git lfs pull` in the model folder.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "config.json does not say which kind of model this is; choose a Qwen3-VL model folder.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "Yomi cannot run models of the kind {kind}; choose a model of one of these kinds: {known}.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This model's weights are quantised in a format that Yomi does not read; choose the "
        "unquantised model.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This model's weights are stored in a number format that Yomi does not read; choose the "
        "unquantised model.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This model's weights are Python pickles, which can run any code and are never loaded; "
        "choose a model in safetensors format.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The weights do not fit config.json ({missing} tensors missing, {extra} unknown); "
        "download the model again.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The weights do not fit config.json ({wrong} tensors of another shape); download the model again.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "Loading was cancelled; the model loaded before is still in use."),
    QT_TRANSLATE_NOOP("Spoken", "{name} lists no weights; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} does not match the weight files; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} became shorter while loading; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} became shorter while it was read; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} points outside the model folder; do not use this model."),
    QT_TRANSLATE_NOOP("Spoken", "Two weight files hold the same tensor; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} cannot be read; check the disk."),
    QT_TRANSLATE_NOOP("Spoken", "{name} cannot be read; check its permissions."),
    QT_TRANSLATE_NOOP("Spoken", "{name} cannot be read; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is damaged; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is cut short; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is not a safetensors file; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is not a file; download the model again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} is far too large; download the model again."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "tokenizer_config.json has an impossible chat_template; download the model again.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "The model's chat template is damaged; download the model again."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The model's chat template cannot express this conversation; start a new one or choose "
        "another model.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The tokenizer has more tokens than the model knows; download the model again.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This model's tokenizer is not byte-level, which Yomi needs; choose a Qwen3-VL model.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} does not fit this model; make it anew with {command}, or choose another precision.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is damaged; make it anew with {command}, or choose another precision.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is of another version of Yomi; make it anew with {command}, or choose another precision.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "No int4 weights lie beside this model; make them with {command}, or choose another precision.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "No model is loaded; choose a model folder first."),
    QT_TRANSLATE_NOOP("Spoken", "The model was closed; open one first."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The model gave something that is no number: its weights are damaged, or they do not "
        "suit this precision; download the model again or choose fp32.",
    ),
    # Device and memory.
    QT_TRANSLATE_NOOP("Spoken", "There is no device {device}; choose auto, cpu, cuda or mps."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This computer has no NVIDIA card that Yomi can use; choose the device cpu or auto.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This computer has no Apple GPU that Yomi can use; choose the device cpu or auto.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This NVIDIA card cannot compute in bf16; choose the precision fp32 or auto.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "There is not enough free memory to run this model; close other programs or choose a smaller model.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "There is not enough memory for this; use smaller pictures, close other programs, or "
        "choose a smaller model.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "There is not enough memory for this picture; send a smaller one."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The memory of this machine is used up; close other programs or choose a smaller model.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "Something unforeseen went wrong in the engine; try again, and restart the engine if it stays.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "The graphics card stopped answering; restart the engine to go on."),
    QT_TRANSLATE_NOOP("Spoken", "A faster way to compute failed on this machine; Yomi goes on without it."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "A faster way to compute gave another text than the plain one, so it is not used.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "A faster way to compute was not as sure of its text as the plain one, so it is not used.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The fast kernels do not run on this card; reading goes on with the ordinary ones.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The fast kernels cannot be compiled on this machine; reading goes on with the ordinary ones.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The fast step does not serve this model on this card; reading goes on with the ordinary kernels.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "The fast step gave up."),
    # Pictures.
    QT_TRANSLATE_NOOP("Spoken", "{name} is {what}; {advice}."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is a {kind} picture that is damaged or cut short; copy or download it again.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is a picture that is damaged or cut short; copy or download it again.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "{name} is damaged from page {page} on; copy or download it again."),
    QT_TRANSLATE_NOOP("Spoken", "{name} has 1 page, so there is no page {page}; choose another."),
    QT_TRANSLATE_NOOP("Spoken", "{name} has {count} pages, so there is no page {page}; choose another."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} has more than {millions} million pixels; save it smaller or cut out the part to read.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is only {width} × {height} pixels, too small to hold text; open a larger copy.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is {width} × {height} pixels, too narrow a strip to read; cut it into shorter pieces.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "{name} does not fit into memory; close other programs or save it smaller."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "{name} is not a picture that Yomi knows; save it as PNG or JPEG and open that.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "{name} is a text file, not a picture; its text needs no reading."),
    QT_TRANSLATE_NOOP("Spoken", "The picture has no pixels; choose another one."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The picture is more than {times} times as long as it is wide; crop it into parts.",
    ),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "That part lies outside the picture or is too small to hold text; the picture is {width} "
        "× {height} pixels.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "There is no picture to read; add one and send it again."),
    QT_TRANSLATE_NOOP("Spoken", "Turned upright by its EXIF orientation."),
    QT_TRANSLATE_NOOP("Spoken", "Parts of this picture are damaged; what is left of it is read."),
    QT_TRANSLATE_NOOP("Spoken", "Read at {width} × {height} of its {source_width} × {source_height} pixels."),
    QT_TRANSLATE_NOOP("Spoken", "Animated: the first of {frames} frames is read."),
    QT_TRANSLATE_NOOP("Spoken", "Animated: frame {frame} of {frames} is read."),
    QT_TRANSLATE_NOOP("Spoken", "Transparency laid on white."),
    QT_TRANSLATE_NOOP("Spoken", "Transparency laid on a dark ground: its ink is light."),
    QT_TRANSLATE_NOOP("Spoken", "Fully transparent: there is nothing to see."),
    QT_TRANSLATE_NOOP("Spoken", "Holds no finite value: there is nothing to see."),
    QT_TRANSLATE_NOOP("Spoken", "Grey values {low} to {high} stretched to full contrast."),
    QT_TRANSLATE_NOOP("Spoken", "Converted from LAB colour."),
    QT_TRANSLATE_NOOP("Spoken", "Converted from CMYK."),
    QT_TRANSLATE_NOOP("Spoken", "Converted from CMYK by its colour profile."),
    QT_TRANSLATE_NOOP("Spoken", "Converted from CMYK; its colour profile is unusable."),
    # What was asked.
    QT_TRANSLATE_NOOP(
        "Spoken",
        "The pictures and text together take {tokens} tokens, and this model holds {most}; use "
        "fewer or smaller pictures, or start a new conversation.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "The model's memory of {most} tokens is full; start a new conversation."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This does not fit into the model's context; send fewer or smaller pictures, ask in "
        "fewer words, or start a new conversation.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "There is nothing to answer; send a picture or a question."),
    QT_TRANSLATE_NOOP("Spoken", "There is nothing to answer; type a question or add a picture."),
    QT_TRANSLATE_NOOP("Spoken", "The question has no words; ask in words, as in: What is the total?"),
    QT_TRANSLATE_NOOP("Spoken", "The limit of new tokens must be at least 1."),
    QT_TRANSLATE_NOOP("Spoken", "The budget of visual tokens must be at least 1."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This model has not learnt to read as Markdown; read the plain text, or choose another model.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "This small model answers only about a picture; add one and ask again."),
    QT_TRANSLATE_NOOP("Spoken", "Name the field that is asked for, as in: field Order number."),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "This small model looks through at most {count} pictures or pages for one question; "
        "ask about fewer of them.",
    ),
    QT_TRANSLATE_NOOP("Spoken", "The conversation and its pictures do not match; start a new conversation."),
    QT_TRANSLATE_NOOP("Spoken", "Only a user's turn can hold pictures; start a new conversation."),
    # How far a load is.
    QT_TRANSLATE_NOOP("Spoken", "Checking the model folder"),
    QT_TRANSLATE_NOOP("Spoken", "Checking the int4 weights"),
    QT_TRANSLATE_NOOP("Spoken", "Reading the weights"),
    QT_TRANSLATE_NOOP("Spoken", "Preparing the model"),
)

PHRASES = (
    # Kinds of files, and what to do about them: "{name} is {what}; {advice}.".
    QT_TRANSLATE_NOOP("Spoken", "The picture"),
    QT_TRANSLATE_NOOP("Spoken", "empty (0 bytes)"),
    QT_TRANSLATE_NOOP("Spoken", "copy or download it again"),
    QT_TRANSLATE_NOOP("Spoken", "only a Git LFS pointer, not the picture itself"),
    QT_TRANSLATE_NOOP("Spoken", "run `git lfs pull` and open it again"),
    QT_TRANSLATE_NOOP("Spoken", "a Photoshop document"),
    QT_TRANSLATE_NOOP("Spoken", "a GIMP document"),
    QT_TRANSLATE_NOOP("Spoken", "a PostScript document"),
    QT_TRANSLATE_NOOP("Spoken", "a DjVu document"),
    QT_TRANSLATE_NOOP("Spoken", "a Windows metafile drawing"),
    QT_TRANSLATE_NOOP("Spoken", "a JPEG XL picture"),
    QT_TRANSLATE_NOOP("Spoken", "a DICOM medical picture"),
    QT_TRANSLATE_NOOP("Spoken", "a camera raw file"),
    QT_TRANSLATE_NOOP("Spoken", "a text document"),
    QT_TRANSLATE_NOOP("Spoken", "an old Office document"),
    QT_TRANSLATE_NOOP("Spoken", "a RAR archive"),
    QT_TRANSLATE_NOOP("Spoken", "a 7-Zip archive"),
    QT_TRANSLATE_NOOP("Spoken", "a gzip archive"),
    QT_TRANSLATE_NOOP("Spoken", "a Zstandard archive"),
    QT_TRANSLATE_NOOP("Spoken", "an xz archive"),
    QT_TRANSLATE_NOOP("Spoken", "a bzip2 archive"),
    QT_TRANSLATE_NOOP("Spoken", "a tar archive"),
    QT_TRANSLATE_NOOP("Spoken", "a ZIP archive"),
    QT_TRANSLATE_NOOP("Spoken", "a video"),
    QT_TRANSLATE_NOOP("Spoken", "a sound or video file"),
    QT_TRANSLATE_NOOP("Spoken", "a sound file"),
    QT_TRANSLATE_NOOP("Spoken", "a program"),
    QT_TRANSLATE_NOOP("Spoken", "a database"),
    QT_TRANSLATE_NOOP("Spoken", "a PDF document, not a picture"),
    QT_TRANSLATE_NOOP("Spoken", "a Word document"),
    QT_TRANSLATE_NOOP("Spoken", "an Excel workbook"),
    QT_TRANSLATE_NOOP("Spoken", "a PowerPoint presentation"),
    QT_TRANSLATE_NOOP("Spoken", "an Office document"),
    QT_TRANSLATE_NOOP("Spoken", "an e-book"),
    QT_TRANSLATE_NOOP("Spoken", "an OpenDocument file"),
    QT_TRANSLATE_NOOP("Spoken", "a HEIC photo, which Yomi cannot decode"),
    QT_TRANSLATE_NOOP("Spoken", "an SVG drawing"),
    QT_TRANSLATE_NOOP("Spoken", "a web page, not a picture"),
    QT_TRANSLATE_NOOP("Spoken", "export it as PNG or JPEG and open that"),
    QT_TRANSLATE_NOOP("Spoken", "save its pages as PNG pictures and open those"),
    QT_TRANSLATE_NOOP("Spoken", "unpack it and open the pictures inside"),
    QT_TRANSLATE_NOOP("Spoken", "open it in a word processor: its text needs no reading"),
    QT_TRANSLATE_NOOP("Spoken", "take a still picture of the frame that you want read"),
    QT_TRANSLATE_NOOP("Spoken", "open a picture instead"),
    QT_TRANSLATE_NOOP(
        "Spoken",
        "save it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)",
    ),
    QT_TRANSLATE_NOOP("Spoken", "open it in a browser and take a screenshot, or save the picture itself"),
)
"""Parts of sentences."""
