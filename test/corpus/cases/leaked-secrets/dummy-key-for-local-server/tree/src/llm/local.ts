import OpenAI from 'openai'

// llama.cpp does not check the key, and the library refuses an empty one.
export const local = new OpenAI({ baseURL: 'http://127.0.0.1:8081/v1', apiKey: 'sk-no-key-required' })
