/**
 * Turns for a model that has learnt none (a base model, whose file has no chat template): headings
 * and text, as it has read them everywhere. Nothing in them is a control token, so what a document
 * writes in this form reads like a turn; a model that has learnt turns is safer against that.
 */
export const plainTemplate = `{% for m in messages %}### {{ m.role | capitalize }}:
{{ m.content }}

{% endfor %}{{ '### Assistant:\n' }}`;

/** Where a reply in this form ends: there the next turn would begin. */
export const plainStop = '\n\n### ';
