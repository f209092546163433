import base64
import json
from dataclasses import asdict, dataclass, field


@dataclass
class Experiment:
    name: str
    scores: list[float] = field(default_factory=list)


def dump(experiment: Experiment) -> str:
    return base64.b64encode(json.dumps(asdict(experiment)).encode()).decode()


def load(token: str) -> Experiment:
    raw = base64.b64decode(token)
    fields = json.loads(raw)
    return Experiment(name=str(fields["name"]), scores=[float(score) for score in fields["scores"]])
