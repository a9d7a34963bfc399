// The first module of the second script. The first script loads both again when the texts could not be loaded.
if (!globalThis.servicePayTexts) throw new Error('The texts of the form could not be loaded')
