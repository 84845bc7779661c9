export const Component = () => <h1>sign-up</h1>
