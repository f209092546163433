export const tools = [
  {
    name: 'move_robot',
    description: 'Moves the robot on the board.',
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', enum: ['forward', 'left', 'right'], description: 'Command for the robot' },
        path: { type: 'array', items: { type: 'string', enum: ['n', 'e', 's', 'w'] }, description: 'Path over the board' },
      },
      required: ['command'],
    },
  },
]
