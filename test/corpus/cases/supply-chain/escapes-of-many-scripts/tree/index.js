const replacements = { '\u00e4': 'ae', '\u00f6': 'oe', '\u00fc': 'ue', '\u00df': 'ss', '\u00e9': 'e', '\u00e8': 'e', '\u0142': 'l', '\u017c': 'z' }
const colours = { red: '\x1b[31m', green: '\x1b[32m', reset: '\x1b[0m' }

module.exports = function slug(text) {
  return text.toLowerCase().replace(/[\u00df-\u017f]/g, (letter) => replacements[letter] ?? letter).replace(/[^a-z0-9]+/g, '-')
}
module.exports.colours = colours
