export const tools = [
  {
    name: 'translate_persian',
    description: 'Translates Persian, for example «می{{unicode:200C}}خواهم کتاب{{unicode:200C}}ها را ببینم», to English.',
    inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'متن فارسی' } }, required: ['text'] },
  },
]
