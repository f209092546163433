import type { NotAnalyzedItem } from '../../model/not-analyzed.ts'
import { Lines } from '../../model/lines.ts'

/** Scripts of one page that are listed. */
const maxScripts = 100

const scriptTag = /<script\b[^>]{0,500}?\bsrc\s{0,5}=\s{0,5}["']?((?:https?:)?\/\/[^"'\s>]{1,300})/gi

/** Scripts that a page loads from another host. */
export function remoteScripts(path: string, text: string): NotAnalyzedItem[] {
  const lines = new Lines(text)
  return [...text.matchAll(scriptTag).take(maxScripts)].map(({ 1: name = '', index }) => ({
    kind: 'remote-script',
    path,
    line: lines.lineAt(index),
    name,
  }))
}
