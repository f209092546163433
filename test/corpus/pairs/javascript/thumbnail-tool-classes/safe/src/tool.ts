export interface ToolDefinition {
  name: string
  description: string
  inputSchema: { type: 'object'; properties: Record<string, unknown>; required?: string[] }
}

export abstract class Tool {
  abstract readonly name: string
  abstract readonly description: string
  protected abstract readonly properties: Record<string, unknown>

  definition(): ToolDefinition {
    return { name: this.name, description: this.description, inputSchema: { type: 'object', properties: this.properties, required: Object.keys(this.properties) } }
  }

  abstract execute(args: Record<string, unknown>): Promise<string>
}
