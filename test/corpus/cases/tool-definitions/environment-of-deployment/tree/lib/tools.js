export const tools = [
  {
    name: 'create_service',
    description: 'Creates a service on the platform.',
    inputSchema: {
      type: 'object',
      properties: {
        image: { type: 'string', description: 'Image with its digest' },
        env: { type: 'object', additionalProperties: { type: 'string' }, description: 'Variables that the new service gets, for example PORT' },
      },
      required: ['image'],
    },
  },
]
