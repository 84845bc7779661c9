export const Component = () => <h1>not-found</h1>
