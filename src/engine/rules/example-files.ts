/** Joins the files of a rule example. A line with the path precedes each file. */
export function exampleFiles(files: Readonly<Record<string, string>>): string {
  return Object.entries(files)
    .map(([path, text]) => `# ${path}:\n${text.trim()}\n`)
    .join('\n')
}

/** Splits an example created by `exampleFiles` into files by path. */
export function filesOfExample(text: string): Record<string, string> {
  const [, ...parts] = text.split(/^# (\S+):\n/m)
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])))
}
