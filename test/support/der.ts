/** The few DER types (X.690) that certificates use. */

const header = (tag: number, length: number): Buffer =>
  length < 0x80
    ? Buffer.from([tag, length])
    : length < 0x100
      ? Buffer.from([tag, 0x81, length])
      : Buffer.from([tag, 0x82, length >> 8, length & 0xff])

export const tagged = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  return Buffer.concat([header(tag, content.length), content])
}

export const sequence = (...items: readonly Buffer[]): Buffer => tagged(0x30, ...items)
export const set = (...items: readonly Buffer[]): Buffer => tagged(0x31, ...items)
export const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]))
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]))
export const octets = (content: Buffer): Buffer => tagged(0x04, content)
export const bits = (content: Buffer, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), content)
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))
export const time = (date: Date): Buffer =>
  tagged(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))

export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  const sevens = (value: number): number[] => {
    const bytes = [value & 0x7f]
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
      bytes.unshift((rest & 0x7f) | 0x80)
    return bytes
  }
  return tagged(0x06, Buffer.from([first * 40 + second, ...others.flatMap(sevens)]))
}
