/**
 * A Dockerfile instruction with its continuation lines and here-documents,
 * https://docs.docker.com/reference/dockerfile/
 */
export interface Instruction {
  /** Name in upper case. */
  readonly name: string
  /**
   * Arguments without flags such as `--mount=…`. Continuation lines are joined with spaces, and here-documents with
   * line breaks.
   */
  readonly text: string
  readonly flags: readonly string[]
  /** First line, starting at 1. */
  readonly line: number
}

/** A build stage, which starts with `FROM`. */
export interface Stage {
  readonly from: Instruction
  /** Base image, with build arguments replaced by their defaults. */
  readonly base: string
  /** Lowercase alias that other stages use for this one. */
  readonly alias: string | undefined
  readonly instructions: readonly Instruction[]
}

export interface Dockerfile {
  readonly stages: readonly Stage[]
  readonly instructions: readonly Instruction[]
}

/** Parses a Dockerfile. Lines without an instruction are skipped. */
export function readDockerfile(text: string): Dockerfile {
  const instructions = instructionsIn(text)
  const defaults = new Map<string, string>()
  const stages: { from: Instruction; base: string; alias: string | undefined; instructions: Instruction[] }[] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') {
      const [image = '', , alias] = instruction.text.split(/\s+/)
      stages.push({
        from: instruction,
        base: withValues(image, defaults),
        alias: alias?.toLowerCase(),
        instructions: [],
      })
      continue
    }
    const [, name, value] = /^([A-Za-z_]\w*)=["']?([^\s"']*)/.exec(instruction.text) ?? []
    if (stages.length === 0 && instruction.name === 'ARG' && name !== undefined) defaults.set(name, value ?? '')
    stages.at(-1)?.instructions.push(instruction)
  }
  return { stages, instructions }
}

/** Returns the stages that make up the final image: the last stage and its base stages, last one first. */
export function shippedStages({ stages }: Dockerfile): Stage[] {
  const shipped = stages.slice(-1)
  let base = shipped[0]?.base.toLowerCase()
  // A stage can only build on an earlier one, so one pass is enough.
  for (const stage of stages.slice(0, -1).toReversed()) {
    if (stage.alias !== base) continue
    shipped.push(stage)
    base = stage.base.toLowerCase()
  }
  return shipped
}

function instructionsIn(text: string): Instruction[] {
  const lines = text.split(/\r?\n/)
  const escape = /^#\s*escape\s*=\s*`/im.test(lines.slice(0, 3).join('\n')) ? '`' : '\\'
  const instructions: Instruction[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const start = /^\s*([A-Za-z]+)\s+(\S.*)?$/.exec(lines[at] ?? '')
    if (!start) continue
    const line = at + 1
    const parts = [start[2] ?? '']
    for (
      let last = parts.at(-1)?.trimEnd() ?? '';
      last.endsWith(escape) && at + 1 < lines.length;
      last = parts.at(-1)?.trimEnd() ?? ''
    ) {
      parts[parts.length - 1] = last.slice(0, -1)
      at += 1
      // Docker ignores comments and empty lines between continuation lines.
      while (at + 1 < lines.length && /^\s*(?:#.*)?$/.test(lines[at] ?? '')) at += 1
      parts.push(lines[at] ?? '')
    }
    let joined = parts.map((part) => part.trim()).join(' ')
    for (const [, end = ''] of joined.matchAll(/<<-?["']?([A-Za-z_]\w*)["']?/g)) {
      const body = []
      while (at + 1 < lines.length && (lines[at + 1] ?? '').trim() !== end) body.push(lines[(at += 1)] ?? '')
      at += 1
      joined += `\n${body.join('\n')}`
    }
    const flags = /^(?:--[a-z][\w-]*(?:=\S*)?\s+)*/.exec(joined)?.[0] ?? ''
    instructions.push({
      name: (start[1] ?? '').toUpperCase(),
      text: joined.slice(flags.length),
      flags: flags.trim() === '' ? [] : flags.trim().split(/\s+/),
      line,
    })
  }
  return instructions
}

/** Maximum length of an image name that registries accept. */
const maxImageLength = 1_000

/** Replaces the variables in an image name. If the result is too long for a registry, returns the name unchanged. */
function withValues(text: string, values: ReadonlyMap<string, string>): string {
  if (text.length > maxImageLength) return text
  return text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}|\$(\w+)/g,
    (whole, braced: string | undefined, otherwise: string | undefined, plain: string | undefined) =>
      (values.get(braced ?? plain ?? '') || otherwise || whole).slice(0, maxImageLength),
  )
}
