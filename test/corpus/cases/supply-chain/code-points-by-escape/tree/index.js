const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f]|\udb40[\udc00-\uddef]/g
module.exports = (text) => text.replace(invisible, '')
