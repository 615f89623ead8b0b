"""Advice: suggestions, cards to show, the knowledge of rivals, and accusations."""

from cluetree.advice._viewpoint import Sampling, public_evidence
from cluetree.advice.accusing import Accusing, accuse_now
from cluetree.advice.questions import AdvisedQuestion
from cluetree.advice.replies import Learned, Left, Reply, ReplyModel, in_order, uniform
from cluetree.advice.rivals import Rival, Rivals, rivals
from cluetree.advice.showing import Choice, Showing, Verdict, card_to_show
from cluetree.advice.suggestions import Advice, Advised, Aim, Missing, advise
from cluetree.beliefs import Estimate

__all__ = (
    "Accusing",
    "Advice",
    "Advised",
    "AdvisedQuestion",
    "Aim",
    "Choice",
    "Estimate",
    "Learned",
    "Left",
    "Missing",
    "Reply",
    "ReplyModel",
    "Rival",
    "Rivals",
    "Sampling",
    "Showing",
    "Verdict",
    "accuse_now",
    "advise",
    "card_to_show",
    "in_order",
    "public_evidence",
    "rivals",
    "uniform",
)
