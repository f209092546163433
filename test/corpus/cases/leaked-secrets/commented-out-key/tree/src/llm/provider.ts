import OpenAI from 'openai'

// const apiKey = '{{secret:openai-key}}'
const apiKey = process.env.OPENAI_API_KEY
if (apiKey === undefined) throw new Error('OPENAI_API_KEY is not set')

export const provider = new OpenAI({ apiKey, maxRetries: 2 })
