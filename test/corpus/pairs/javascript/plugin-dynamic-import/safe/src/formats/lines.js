export function convert(text) {
  return text.split(/[.!?]\s+/).join('\n')
}
