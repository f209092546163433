export async function authorised(path: string, tokens: { read(): Promise<string> }): Promise<Response> {
  const token = await tokens.read()
  return fetch(new URL(path, 'https://api.orders.example'), { headers: { authorization: `Bearer ${token}` } })
}
