/** Google's word for a call that carries no signature of its own: it asks for none then. */
export const unsigned = 'skip_thought_signature_validator';
