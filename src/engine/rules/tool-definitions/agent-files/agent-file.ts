import { readJson } from '../../../inventory/settings-files/read-json.ts'
import type { Value } from '../../../inventory/settings-files/value.ts'
import type { SnapshotFile } from '../../../model/snapshot.ts'
import { TextFile } from '../../text-file.ts'
import { type Sentence, sentencesOf } from '../texts/sentences.ts'
import type { AgentFileKind } from './agent-file-kind.ts'
import { type Block, blocksOf } from './blocks.ts'
import { type Command, commandsIn } from './commands.ts'

/** Sentence in an agent file and its line. */
export interface PlacedSentence {
  readonly sentence: Sentence
  readonly line: number
  /** True if the sentence's section or list shows examples, attacks, or forbidden actions. */
  readonly isShown: boolean
}

/** File that a coding agent reads. Its parts are parsed on first use. */
export class AgentFile extends TextFile {
  readonly kind: AgentFileKind
  #blocks: readonly Block[] | undefined
  #sentences: readonly PlacedSentence[] | undefined
  #commands: readonly Command[] | undefined
  #root: { readonly value: Value | undefined } | undefined

  constructor(file: Pick<SnapshotFile, 'path' | 'content'>, kind: AgentFileKind) {
    super(file)
    this.kind = kind
  }

  /** True if the file is JSON. */
  get isSettings(): boolean {
    return this.kind === 'settings' || this.kind === 'plugin'
  }

  /** Sentences outside code blocks. Empty for JSON files. */
  get sentences(): readonly PlacedSentence[] {
    this.#sentences ??= this.#textBlocks.filter(({ isCode }) => !isCode).flatMap((block) => placed(block))
    return this.#sentences
  }

  /** Shell commands in code blocks, inline code, and hooks. */
  get commands(): readonly Command[] {
    this.#commands ??= commandsIn(this, this.#textBlocks)
    return this.#commands
  }

  /** Parsed value of a JSON file. Undefined for other files and for invalid JSON. */
  get root(): Value | undefined {
    this.#root ??= { value: this.isSettings ? readJson(this.text).value : undefined }
    return this.#root.value
  }

  get #textBlocks(): readonly Block[] {
    this.#blocks ??= this.isSettings ? [] : blocksOf(this.text)
    return this.#blocks
  }
}

/** Maximum distance between the ends of two sentences, in letters. Sentences after longer gaps have no line. */
const maxGap = 4_000

/**
 * Returns the sentences in a block with their lines. Compares only letters, because `sentencesOf` changes whitespace
 * and punctuation.
 */
function placed({ text, line, isShown }: Block): PlacedSentence[] {
  const lines = text.split('\n').map((content) => plain(content))
  const letters = lines.join('')
  let [index, lineEnd, at] = [0, lines[0]?.length ?? 0, 0]
  return sentencesOf(text).map((sentence) => {
    const words = plain(sentence.text)
    const gap = letters.slice(at, at + maxGap).indexOf(words.slice(0, 24))
    if (gap > 0) at += gap
    while (at >= lineEnd && index < lines.length - 1) lineEnd += lines[(index += 1)]?.length ?? 0
    const placedSentence = { sentence, line: line + index, isShown }
    if (gap >= 0) at += words.length
    return placedSentence
  })
}

const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
