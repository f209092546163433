from slack_sdk import WebClient

client = WebClient(token="{{secret:slack-bot-token}}")


def say(channel: str, text: str) -> None:
    client.chat_postMessage(channel=channel, text=text)
