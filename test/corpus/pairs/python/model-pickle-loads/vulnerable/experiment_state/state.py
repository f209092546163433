import base64
import pickle
from dataclasses import dataclass, field


@dataclass
class Experiment:
    name: str
    scores: list[float] = field(default_factory=list)


def dump(experiment: Experiment) -> str:
    return base64.b64encode(pickle.dumps(experiment)).decode()


def load(token: str) -> Experiment:
    raw = base64.b64decode(token)
    return pickle.loads(raw)
