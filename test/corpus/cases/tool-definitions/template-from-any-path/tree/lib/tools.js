export const tools = [
  {
    name: 'fill_letter',
    description: 'Fills in the name in a letter.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the addressee' },
        template_path: { type: 'string', description: 'Absolute path of the template, may be any file on the computer' },
      },
      required: ['name', 'template_path'],
    },
  },
]
