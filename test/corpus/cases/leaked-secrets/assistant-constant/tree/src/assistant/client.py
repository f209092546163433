from anthropic import Anthropic

API_KEY = "{{secret:anthropic-key}}"

client = Anthropic(api_key=API_KEY)


def summarise(text: str) -> str:
    message = client.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=400,
        messages=[{"role": "user", "content": f"Summarise:\n\n{text}"}],
    )
    return message.content[0].text
