"""Error messages in the reader's language: the keys are the English messages."""

import errno
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import cluetree
from cluetree import Notebook, record
from cluetree.editions import get_edition
from cluetree.errors import ClueError, RecordError
from cluetree.limit import Limit
from cluetree.record import Record, loads_clue_event
from cluetree.table import MOST_PLAYERS, CluePlayer, Table
from cluetree.text.keywords import keywords
from cluetree.text.language import speaking
from cluetree.text.refusals import refusal
from tests.text.languages import ALL, latin, speak_greek

DECK: Final = get_edition("cluedo-de")
TABLE: Final = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6})
WHOLE: Final = "edition cluedo-de\nplayers Ann 6, Bob 6, Eve 6\n"
LINES: Final = {
    "": "die Zeile ist leer",
    "Bob": "hier muss „:“, „beschuldigt“, „hat“ oder „hat nicht“ stehen (in einer Datei accuses, "
    "holds, lacks), nicht das Ende der Zeile",
    "Bob zeigt Seil": "hier muss „:“, „beschuldigt“, „hat“ oder „hat nicht“ stehen (in einer Datei "
    "accuses, holds, lacks), nicht „zeigt“",
    ": Seil": "hier muss ein Name stehen, nicht „:“",
    "Bob holds": "hier muss eine Karte stehen, nicht das Ende der Zeile",
    "Bob: Bloom, Seil, Halle": "hier muss ein Komma stehen oder die Antwort, etwa „-> Eve zeigt“ "
    "(in einer Datei -> Eve shows), nicht das Ende der Zeile",
    "Bob accuses Bloom, Seil, Halle": "hier muss ein Komma stehen oder der Ausgang, etwa "
    "„: falsch“ (in einer Datei : wrong), nicht das Ende der Zeile",
    "Bob accuses Bloom, Seil, Halle: vielleicht": "hier muss „falsch“ oder „richtig“ stehen "
    "(in einer Datei wrong, right), nicht „vielleicht“",
    "Bob holds Seil -> Eve": "hier muss die Zeile enden, aber da steht noch „->“",
    "Bob holds one of Seil: Eve": "hier muss ein Komma stehen oder die Zeile enden, aber da steht "
    "„:“",
    "Bob: Bloom, Seil, Halle ->": "hier muss eine Antwort stehen, etwa „Eve zeigt“ (in einer "
    "Datei Eve shows), nicht das Ende der Zeile",
    "Bob: Bloom, Seil, Halle -> Eve hat": "hier muss „passt“ oder „zeigt“ stehen (in einer Datei "
    "passes, shows), nicht „hat“",
    "Bob: Bloom, Seil, Dolch -> niemand": "es müssen eine Person, eine Waffe und ein Raum sein, "
    "nicht Professor Bloom (Person), Seil (Waffe), Dolch (Waffe)",
    "Bob: Bloom, Seil, Halle -> Bob zeigt": "Bob kann nicht auf den eigenen Verdacht antworten",
    "Bob: Bloom, Seil, Halle -> Eve zeigt Dolch": "Eve kann Dolch nicht zeigen: Gefragt war nach "
    "Professor Bloom, Seil, Eingangshalle",
    "Bob: Bloom, Seil, Halle -> Eve passt, Eve zeigt": "Eve kann nicht zweimal antworten",
    "Bob: Bloom, Seil, Halle -> jemand passt": "wer gepasst hat, muss mit Namen dastehen, nicht "
    "als „jemand“ (somebody)",
    "Bob: Bloom, Seil, Halle -> niemand, niemand": "„niemand“ (nobody) steht zweimal da: Lass eins "
    "weg",
    "Bob: Bloom, Seil, Halle -> niemand, Eve zeigt": "„niemand“ (nobody) passt nicht zu "
    "dieser Antwort: Lass eins von beiden weg",
    "Bob: Bloom, Seil, Halle -> Eve zeigt, Ann zeigt": "Eve und Ann können nicht beide zeigen: "
    "Nur wer als Erstes kann, zeigt (answering ist first, nicht all)",
    'Bob holds "Seil': 'ein Name, der mit " beginnt, muss mit " enden',
    'Bob holds "S\\eil"': "ein \\ in Anführungszeichen muss ein Sonderzeichen von JSON beginnen: "
    '\\" \\\\ \\n \\u00e9',
    "players Ann 6": "players gehört zum Aufbau, und der steht vor den Einträgen",
    "Bob holds one of Seil, Seil": "Seil ist zweimal genannt",
}
RECORDS: Final = {
    "edition cluedo-de\nBob holds Seil": "im Aufbau fehlt vor den Einträgen die Zeile „players“; ",
    f"{WHOLE}players Ann 6": "players steht zweimal da, zuerst in Zeile 2",
    "players Ann 6, Bob\n": "hier müssen ein Name und die Zahl der Karten stehen",
    "players: Ann 6, Bob 6": "mit players beginnt eine Zeile des Aufbaus, ohne Doppelpunkt; ",
    f"{WHOLE}me Ann\nhand Seil": "Ann muss 6 Karten auf der Hand haben, genannt sind 1",
    f"{WHOLE}hand Seil": "wer nur zuschaut, hat keine Karten: Nenne dich mit `me`, ",
    f"{WHOLE}face_up Seil, Seil": "Seil liegt an zwei Stellen",
    f"{WHOLE}answering maybe": "answering muss first oder all sein, nicht „maybe“",
    f"{WHOLE}aliases Seil: Strick": "nur ein eigener Kartensatz kann aliases haben; ",
    "suspects A\nweapons B\nrooms C\naliases A: ,": "hier muss ein anderer Name der Karte stehen",
    "suspects A\nweapons B\nrooms\nplayers Ann 1, Bob 1": "dem Kartensatz fehlen Räume",
    "suspects A\nweapons B\nrooms C\naliases A": "hier muss „:“ stehen, nicht das Ende",
    f"{WHOLE}answering": "hier muss first oder all stehen, nicht das Ende der Zeile",
    "edition x\nplayers Ann 6, Bob 6": "unbekannter Kartensatz „x“: meinst du ",
    "edition cluedo-de\nplayers Ann 6, ann 6": "zwei Mitspieler heißen ann",
    "edition cluedo-de\nplayers Ann 6": "es müssen mindestens zwei mitspielen, nicht 1",
    "edition cluedo-de\nplayers Ann 6, Envelope 6": "niemand kann „envelope“ heißen",
    "{": "kein gültiges JSON (",
    '{"players": []}': 'das Format fehlt: eine Aufzeichnung muss ein Objekt mit "format": "clue',
    '{"format": "cluetree/1", "edition": "clue-us"}': "das Feld players fehlt",
    '{"format": "cluetree/1", "edition": "x", "x": 1, "players": []}': "unbekanntes Feld „x“: ",
    '{"format": "cluetree/1", "edition": "x", "players": {}}': "hier muss ein Wert der Art array ",
}
OTHERS: Final[Mapping[str, Callable[[], object]]] = {
    "die Datei lässt sich nicht lesen: es gibt sie nicht": lambda: record.load("no.clue"),
    "die Datei lässt sich nicht schreiben: es gibt sie nicht": lambda: record.save(
        Record(TABLE), "no/no.clue"
    ),
    "der Name der Datei muss auf .json oder .clue enden": lambda: record.load("no.txt"),
    f"es können höchstens {MOST_PLAYERS} mitspielen, nicht {MOST_PLAYERS + 1}": lambda: (
        Table.set_up(DECK, dict.fromkeys(map(str, range(MOST_PLAYERS + 1))))
    ),
    "Seil ist eine Waffe, kein Raum": lambda: book().advise(["Seil"]),
    "Professor Bloom ist eine Person, kein Raum": lambda: book().advise(["Bloom"]),
    "Rat gibt es nur für Mitspieler, nicht fürs Zuschauen: Im Spiel fehlt die Zeile `me`": lambda: (
        Notebook(TABLE).advise()
    ),
    "die Sekunden müssen mindestens 0 sein, nicht -1": lambda: Limit(seconds=-1),
}


def book() -> Notebook:
    """A notebook with a viewpoint."""
    return Notebook(replace(TABLE, viewpoint="Ann", players=(*map(CluePlayer, TABLE.names),)))


def ask(text: str) -> object:
    """Read a line or a record, or make another request by its German refusal."""
    if text in OTHERS:
        return OTHERS[text]()
    if text in RECORDS:
        return record.loads(text)
    return loads_clue_event(text, TABLE, keywords=keywords(TABLE))


def refused(text: str) -> ClueError:
    """The error of a request."""
    with pytest.raises(ClueError) as caught:
        ask(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "german"), [*(LINES | RECORDS).items(), *((said, said) for said in OTHERS)]
)
def test_a_refusal_is_in_german_and_english_stays(text: str, german: str) -> None:
    with speaking("de"):
        error = refused(text)
        said = refusal(error)
    assert said.startswith(german) if text in RECORDS else said == german
    assert refusal(error) == (error.reason if isinstance(error, RecordError) else str(error))


def test_no_refusal_has_an_english_word(monkeypatch: pytest.MonkeyPatch) -> None:
    with speaking("de"):
        errors = {text: refused(text) for text in LINES}
    speak_greek(monkeypatch)
    known = latin(" ".join(map(str, (*TABLE.edition.cards, *LINES))))
    with speaking("de"):
        for text, error in errors.items():
            assert latin(refusal(error)) <= known, text


def test_a_message_without_translation_is_quoted() -> None:
    with speaking("fr"):
        assert refusal(ClueError("no reason")) == "impossible (no reason)"


# Keys that no input above uses must occur in the source.


@cache
def source() -> str:
    """The source of the package, and the messages of the operating system."""
    codes = (errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOSPC, errno.EADDRINUSE)
    files = Path(cluetree.__file__).parent.rglob("*.py")
    texts = [*(file.read_text("utf-8") for file in files), *map(os.strerror, codes)]
    return re.sub(r'"\n\s*f?"', "", "\n".join(texts)).casefold()


def messages() -> Iterator[str]:
    with speaking("de"):
        yield from (str(refused(text)) for text in (*LINES, *RECORDS, *OTHERS))


def test_each_key_is_part_of_a_message() -> None:
    known = "\n".join((source(), *messages())).casefold()
    for key in ALL["en"]:
        if key.startswith("refusal.why."):
            parts = re.split(r"\{\w+\}", key.removeprefix("refusal.why."))
            unknown = [part for part in parts if part.strip(" \"'`").casefold() not in known]
            assert unknown == [], key
