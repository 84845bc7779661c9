export const Component = () => <h1>smart-crop-management</h1>
