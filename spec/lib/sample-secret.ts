/** The secret that signs the sample deliveries of the contract and of the documentation. No service signs with it. */
export const sampleSecret = `whsec_${'0123456789abcdef'.repeat(4)}`
