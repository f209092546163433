export interface Tool {
  readonly name: string
  readonly description: string
  readonly writes: boolean
  run(input: Record<string, unknown>): Promise<string>
}

const replicas = new Map([['web', 3], ['worker', 2]])

export const tools: readonly Tool[] = [
  {
    name: 'list_deployments',
    description: 'Deployments and their replicas',
    writes: false,
    run: async () => [...replicas].map(([name, count]) => `${name} ${count}`).join('\n'),
  },
  {
    name: 'scale_deployment',
    description: 'Changes the number of replicas',
    writes: true,
    run: async ({ name, count }) => {
      replicas.set(String(name), Number(count))
      return `${String(name)} has ${Number(count)} replicas`
    },
  },
]

export function isEnabled(tool: Tool): boolean {
  return process.env.READ_ONLY !== 'true' || !tool.writes
}
