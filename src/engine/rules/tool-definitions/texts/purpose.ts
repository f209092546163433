import type { ToolDefinition } from '../tool-rule.ts'

/**
 * Returns a tool's purpose: its name and the first sentence of its description. Phrases that belong to this purpose are
 * not suspicious.
 */
export function statedPurpose({ tool, texts }: ToolDefinition): string {
  const words = tool.name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_.-]+/g, ' ')
  return `${words} ${texts.find(({ part }) => part === 'description')?.sentences[0]?.text ?? ''}`
}
