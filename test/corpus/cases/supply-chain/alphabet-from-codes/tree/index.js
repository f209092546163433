const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
const capitals = letters.map((letter) => letter.toUpperCase())
const alphabet = ['123456789', ...capitals.filter((c) => c !== 'I' && c !== 'O'), ...letters.filter((c) => c !== 'l')].join('')

exports.encode = (number) => {
  let text = ''
  for (let rest = BigInt(number); rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text
  return text
}
