from pathlib import Path

WEIGHTS = Path(__file__).with_name("model.pth")
