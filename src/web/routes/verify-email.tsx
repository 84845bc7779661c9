export const Component = () => <h1>verify-email</h1>
