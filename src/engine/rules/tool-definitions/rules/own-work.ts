import type { Examined } from '../tool-rule.ts'

/**
 * What a tool is for, by the words of its name and its first sentence: what stands there is no demand beside its work.
 */
export function ownWork({ tool, texts }: Examined): string {
  const words = tool.name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_.-]+/g, ' ')
  return `${words} ${texts.find(({ part }) => part === 'description')?.sentences[0]?.text ?? ''}`
}
