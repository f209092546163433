exports.widget = (height) => `${height.toFixed(2)} m`
