export function convert(text) {
  return text.split('\n').map((line) => line.split(/\s*\t\s*/).join(',')).join('\n')
}
