{{unicode:FEFF}}export const tools = [
  {
    name: 'typeset',
    description: 'Sets numbers with units, as in 10{{unicode:202F}}km and 5{{unicode:00A0}}%, and hyphen{{unicode:00AD}}ates long words… “quoted” – dashed.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
]
