const marks = { family: '👩{{unicode:200D}}👩{{unicode:200D}}👧{{unicode:200D}}👦', heart: '❤{{unicode:FE0F}}', check: '✔{{unicode:FE0F}}', scotland: '🏴{{unicode:E0067}}{{unicode:E0062}}{{unicode:E0073}}{{unicode:E0063}}{{unicode:E0074}}{{unicode:E007F}}' }
module.exports = (name) => marks[name] ?? ''
