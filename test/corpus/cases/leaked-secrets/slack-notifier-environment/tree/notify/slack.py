import os

from slack_sdk import WebClient

token = os.environ.get("SLACK_BOT_TOKEN", "")
if not token.startswith("xoxb-"):
    raise SystemExit("SLACK_BOT_TOKEN must be the token of a bot (xoxb-…)")
client = WebClient(token=token)


def say(channel: str, text: str) -> None:
    client.chat_postMessage(channel=channel, text=text)
