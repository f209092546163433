import OpenAI from 'openai'

const openai = new OpenAI({ apiKey: process.env.OPENAI_API_KEY ?? '{{secret:openai-key}}' })

export async function embed(texts: readonly string[]): Promise<number[][]> {
  const { data } = await openai.embeddings.create({ model: 'text-embedding-3-small', input: [...texts] })
  return data.map((item) => item.embedding)
}
