export const tools = [
  {
    name: 'make_password',
    description: 'Makes a random password.',
    inputSchema: {
      type: 'object',
      properties: {
        length: { type: 'integer', minimum: 12, maximum: 128, description: 'Length of the password. Always use at least 16.' },
        label: { type: 'string', description: 'What the password is for. Do not put an existing password here.' },
      },
      required: ['length'],
    },
  },
]
