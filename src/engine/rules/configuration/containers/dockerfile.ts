/**
 * One instruction of a Dockerfile with its continued lines and here-documents,
 * https://docs.docker.com/reference/dockerfile/
 */
export interface Instruction {
  /** In capitals. */
  readonly name: string
  /**
   * Without flags such as `--mount=…`; lines that go on are joined by spaces, those of here-documents by line breaks.
   */
  readonly text: string
  readonly flags: readonly string[]
  /** Where it begins, and where it ends. */
  readonly line: number
  readonly lastLine: number
}

/** What `FROM` begins. */
export interface Stage {
  readonly from: Instruction
  /** As it is written, with arguments of the build that have a default filled in. */
  readonly base: string
  /** Lower case; stages refer to each other by it. */
  readonly alias: string | undefined
  readonly instructions: readonly Instruction[]
}

export interface Dockerfile {
  readonly stages: readonly Stage[]
  readonly instructions: readonly Instruction[]
}

/** Reads a Dockerfile; what is no instruction is left out. */
export function readDockerfile(text: string): Dockerfile {
  const instructions = instructionsIn(text)
  const defaults = new Map<string, string>()
  const stages: { from: Instruction; base: string; alias: string | undefined; instructions: Instruction[] }[] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') {
      const [image = '', , alias] = instruction.text.split(/\s+/)
      stages.push({ from: instruction, base: filledIn(image, defaults), alias: alias?.toLowerCase(), instructions: [] })
      continue
    }
    const [, name, value] = /^([A-Za-z_]\w*)=["']?([^\s"']*)/.exec(instruction.text) ?? []
    if (stages.length === 0 && instruction.name === 'ARG' && name !== undefined) defaults.set(name, value ?? '')
    stages.at(-1)?.instructions.push(instruction)
  }
  return { stages, instructions }
}

/** The stages that become the image: the last one and those that it builds on, the last one first. */
export function shippedStages({ stages }: Dockerfile): Stage[] {
  const shipped = stages.slice(-1)
  let base = shipped[0]?.base.toLowerCase()
  // Each builds on one before it, so that they are walked once.
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
    const begins = /^\s*([A-Za-z]+)\s+(\S.*)?$/.exec(lines[at] ?? '')
    if (!begins) continue
    const line = at + 1
    const parts = [begins[2] ?? '']
    for (
      let last = parts.at(-1)?.trimEnd() ?? '';
      last.endsWith(escape) && at + 1 < lines.length;
      last = parts.at(-1)?.trimEnd() ?? ''
    ) {
      parts[parts.length - 1] = last.slice(0, -1)
      at += 1
      // Comments and empty lines within a continued one say nothing.
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
      name: (begins[1] ?? '').toUpperCase(),
      text: joined.slice(flags.length),
      flags: flags.trim() === '' ? [] : flags.trim().split(/\s+/),
      line,
      lastLine: at + 1,
    })
  }
  return instructions
}

/** Longer than any registry takes a name of an image. */
const maxImageLength = 1_000

/** A name with what variables stand for; one that is longer than any image has stays as it is written. */
function filledIn(text: string, values: ReadonlyMap<string, string>): string {
  if (text.length > maxImageLength) return text
  return text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}|\$(\w+)/g,
    (whole, braced: string | undefined, otherwise: string | undefined, plain: string | undefined) =>
      (values.get(braced ?? plain ?? '') || otherwise || whole).slice(0, maxImageLength),
  )
}
