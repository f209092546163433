/** An example of a rule: files, each after a line with its path. */
export function exampleFiles(files: Readonly<Record<string, string>>): string {
  return Object.entries(files)
    .map(([path, text]) => `# ${path}:\n${text.trim()}\n`)
    .join('\n')
}

/** The files of an example by path, as `exampleFiles` wrote them. */
export function filesOfExample(text: string): Record<string, string> {
  const [, ...parts] = text.split(/^# (\S+):\n/m)
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])))
}
