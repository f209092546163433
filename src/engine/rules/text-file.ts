import type { SnapshotFile } from '../model/snapshot.ts'
import { Lines } from '../model/lines.ts'
import type { RuleMatchLocation } from './rule-match.ts'

/** A file of text and the places in it. */
export class TextFile {
  readonly path: string
  readonly text: string
  readonly lines: Lines

  constructor({ path, content }: Pick<SnapshotFile, 'path' | 'content'>) {
    this.path = path
    this.text = content.toString('utf8').replace(/^\uFEFF/, '')
    this.lines = new Lines(this.text)
  }

  /** The place of an offset, with the line as its snippet unless another text is given. */
  placeAt(offset: number, snippet?: string): RuleMatchLocation {
    const line = this.lines.lineAt(offset)
    return { path: this.path, line, column: this.lines.columnAt(offset), snippet: snippet ?? this.lines.textOf(line) }
  }

  placeOfLine(line: number, snippet?: string): RuleMatchLocation {
    return { path: this.path, line, snippet: snippet ?? this.lines.textOf(line) }
  }

  /** Where a text stands at or after an offset; the offset itself where it is written otherwise, as with escapes. */
  offsetOf(text: string, from: number): number {
    const at = this.text.indexOf(text, from)
    return at < 0 ? from : at
  }
}
