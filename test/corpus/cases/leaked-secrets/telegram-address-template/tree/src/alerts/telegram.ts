const endpoint = (token: string): string => `https://api.telegram.org/bot${token}/sendMessage`

export async function alert(token: string, text: string): Promise<void> {
  await fetch(endpoint(token), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ chat_id: -100200300, text }) })
}
