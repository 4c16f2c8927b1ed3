/**
 * The name of a model in an address: servers of many providers' models put the provider before it.
 * No word of it begins with a dot, so that it leads nowhere else.
 */
export const modelForm: string = String.raw`\w[\w.:-]{0,127}(?:/\w[\w.:-]{0,127}){0,3}`;
